"""Statuses: where a record states one, what it means in three folders, and how it is written there."""
