"""numbers: abstract classes that isinstance() decides by what a built-in number can do (`__pyaot_protocol__`)."""


class Number:
    __pyaot_protocol__ = "number"


class Complex(Number):
    __pyaot_protocol__ = "number"


class Real(Complex):
    __pyaot_protocol__ = "real number"


class Rational(Real):
    __pyaot_protocol__ = "integer"


class Integral(Rational):
    __pyaot_protocol__ = "integer"
