"""What a person does with records: propose, decide, supersede, rename, merge, split; each verb gives a plan."""
