"""What finds identifiers: rules, lists, models, and a second look at what the others found."""
