"""warnings: given when the variant returns (analysis/ev_warning.c). Where that cannot be, and on a path that is not the
usual one, a warning is for the Python twin to give."""


def warn(message, category=None, stacklevel=1, source=None, **options):
    if prim.in_driver():
        return
    if category is None:
        category = UserWarning
    if options or source is not None or not isinstance(message, str) or not prim.warn(message, category, stacklevel):
        prim.leave("warnings.warn()")
