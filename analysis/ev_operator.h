/* What arithmetic (ev_operator.c) and comparison (ev_compare.c) have in common: how special methods are asked, and sets
 * beside what is one to operators. Internal to analysis. */
#ifndef PYAOT_EV_OPERATOR_H
#define PYAOT_EV_OPERATOR_H
#include "analysis/ev_internal.h"

/* ---- the protocol */
bool ev_is_opaque(const Value *v); /* an operand of which nothing is known, or a list of unknown length */
const Value *ev_need_operand(Ev *ev, const Value *v, Span span);
/* One special method. NULL with *absent set: it does not exist or answers NotImplemented. */
const Value *ev_try_special(Ev *ev, const Value *object, const char *name, const Value *arg, bool *absent, Span span);
/* `left` of a and `right` of b, which is asked first if `reversed`. */
const Value *ev_protocol_binary(Ev *ev, const char *left, const char *right, const Value *a, const Value *b,
                                bool reversed, bool *absent, Span span);
bool ev_right_first(Ev *ev, const Value *a, const Value *b); /* is the class of b derived from that of a? */

/* ---- sets, and the keys and items of dicts */
bool ev_is_view(Ev *ev, const Value *v);        /* a list that stands for a view of a dict */
bool ev_is_set_view(Ev *ev, const Value *v);    /* of its keys or items, which are a set to the operators */
const Value *ev_set_of(Ev *ev, const Value *v); /* a set, also of a subclass that is read as any set is; else NULL */
bool ev_are_sets(Ev *ev, const Value *a, const Value *b, const char *name); /* of which a view is one */
bool ev_refuse_own_set(Ev *ev, const Value *a, const Value *b, Span span);  /* true: failed, as a class has its say */
const Value *ev_set_of_view(Ev *ev, const Value *v, Span span);
bool ev_is_no_set(Ev *ev, const Value *v, Span span); /* a view with an item that is no key, as it has no hash */
const Value *ev_by_items(Ev *ev, const char *name, const Value *a, const Value *b, Span span); /* a function of ours */
const Value *ev_set_binary(Ev *ev, AstOperator op, const Value *a, const Value *b);
#endif
