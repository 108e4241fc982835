"""Markdown read into facts: links, anchors, prose and suppressions, each with its exact source span."""
