"""numbers: the abstract classes, as far as isinstance() of built-in numbers asks them."""

Integral = int
Rational = int
Real = (int, float)
Complex = (int, float, complex)
Number = (int, float, complex)
