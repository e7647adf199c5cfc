"""Rules for Spanish notes; each module is a table `RULES`."""
