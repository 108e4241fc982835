"""The plan as a file: written, edited, read back, and settled by the answers in it."""
