"""Rules for English notes; each module is a table `RULES`."""
