d/bad_885.py: /tmp/robust/mut/bad_885.py
