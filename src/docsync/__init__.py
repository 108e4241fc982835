"""Gates that keep the documents of a repository true: links, wraps, decisions."""

__version__ = "0.1.0"
