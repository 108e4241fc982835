"""From the folders as they are to a plan: topics with evidence, and questions where evidence is not enough."""
