"""What differs between languages: one folder each."""
