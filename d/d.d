d/d.py: /tmp/robust/d.py
