/* What reading attributes of objects (ev_attr.c) and of classes (ev_attr_class.c) share. */
#ifndef PYAOT_EV_ATTR_H
#define PYAOT_EV_ATTR_H

#include "analysis/ev_internal.h"

/* ---- ev_attr.c --------------------------------------------------------------------------------------------------- */
/* Bodies of classes keep the texts of annotations, as they are written (ev_annotation.c): Python keeps what they mean,
 * or texts of its own. */
bool ev_are_kept_texts(const Ev *ev, const ClassInfo *where, Str name);
/* What the __get__ of a descriptor that was found in class `where` gives; handled: it has one. `object` may be NULL. */
const Value *ev_descriptor_get(Ev *ev, const ClassInfo *where, Str name, const Value *attr, const Value *object,
                               ClassInfo *cls, Span span, bool *handled);

/* ---- ev_attr_class.c --------------------------------------------------------------------------------------------- */
/* Of classes with a decorator that cannot be evaluated: it has changed nothing. */
bool ev_as_written_facts(Ev *ev, const ClassInfo *cls, Span span);
/* What every class has: its names, bases and dict. NULL without a failure: the name is none of these. */
const Value *ev_class_special(Ev *ev, ClassInfo *cls, Str name, Span span);
/* A method that the prelude has in Python of a class that derives from a built-in one; fromkeys() of a subclass of
 * dict, which makes objects of that. NULL: none. */
const Value *ev_inherited_in_python(Ev *ev, const ClassInfo *cls, Str name);
/* A method of tensors that stands apart from their class (torch_methods.py); NULL: none. */
const Value *ev_method_apart(Ev *ev, Str name);
const Value *ev_filled_class(Ev *ev, ClassInfo *cls, Str name);

extern const char *const ev_property_parts[3]; /* attributes of a property, in the order of its items */
#endif
