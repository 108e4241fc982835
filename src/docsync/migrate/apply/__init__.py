"""A settled plan carried out, and the map of what it did."""
