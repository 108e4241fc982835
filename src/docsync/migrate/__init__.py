"""The one-off migration of numbered records to one dated, status-sorted folder: surveyed, planned, applied, proved."""
