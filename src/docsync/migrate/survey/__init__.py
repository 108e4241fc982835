"""What lies in the folders of records, before anything is planned."""
