"""Every reference to a record in the tracked text of a repository: what becomes of it, or why it is left."""
