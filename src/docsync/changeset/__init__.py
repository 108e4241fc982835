"""Changes to many documents at once that keep every link: planned, relinked, checked in memory, then handed out."""
