d/loops.py: /work/w/fuzz/tests/e2e/programs/loops.py
