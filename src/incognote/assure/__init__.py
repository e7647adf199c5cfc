"""What a release may hold: scores, operating points, calibration, certificate, reports."""
