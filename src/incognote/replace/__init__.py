"""What stands in place of an identifier."""
