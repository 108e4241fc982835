"""Python sources as text: what packages offer, whether examples fit their types, sessions that are run on request.

The only package that knows griffe, and beside ``docsync.repo`` the only one that starts processes: the type checker
and, on request, sessions. Nothing of a repository is imported or run by the rest.
"""
