"""What is not needed to run: training, made-up notes, fitting to a site, the papers."""
