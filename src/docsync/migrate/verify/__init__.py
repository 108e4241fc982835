"""The proof of a migration that was carried out: the repository before and after, compared anew in four ways."""
