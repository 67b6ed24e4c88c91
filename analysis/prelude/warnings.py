"""warnings: on a path that is not the usual one, a warning is for the Python twin to give."""


def warn(message, category=None, stacklevel=1, source=None, **options):
    if not prim.in_driver():
        prim.leave("warnings.warn()")
