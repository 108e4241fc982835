"""How much of a document is read before it is refused as hostile."""

MAX_NESTING = 100  # levels of blocks or brackets that are read; at four Python frames each this fits the stack
MAX_SCANNED = 30_000_000  # characters read in vain after unclosed brackets and comments, about half a second
