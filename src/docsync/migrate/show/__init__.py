"""The plan for people: as a table in a terminal, and as a page."""
