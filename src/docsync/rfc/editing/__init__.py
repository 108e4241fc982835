"""Records taken apart and put together again: titles, status lines, sections, labels, notes, pieces."""
