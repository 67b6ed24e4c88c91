/* Unicode's normal form NFKC, which Python gives to identifiers: two spellings of a name are one name. */
#ifndef PYAOT_NORMAL_FORM_H
#define PYAOT_NORMAL_FORM_H

#include "support/support.h"

/* Appends the normal form of valid UTF-8 text; false if it is not known here (rare scripts, combining marks). */
bool normal_form(Buf *out, const char *text, size_t len);

/* Appends a code point as UTF-8; surrogates too. */
void utf8_put(Buf *out, uint32_t code);

#endif
