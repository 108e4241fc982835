"""What is known of content by its blob id, kept in a file inside the git directory; only this package knows SQLite."""
