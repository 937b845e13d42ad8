"""The agents of the CS221 paper on Light Riders, and what it left to future work."""
