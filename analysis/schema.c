/* The text of an operator's schema, as torch prints it: see schema.h. */
#include "analysis/schema.h"
#include "support/support.h"

#include <ctype.h>
#include <string.h>

static const char *skip_spaces(const char *at) {
    while (*at == ' ' || *at == '\n')
        at++;
    return at;
}

/* `Tensor?[] name=default`; gives where it ends. */
static const char *parse_parameter(const char *at, SchemaParam *out) {
    *out = (SchemaParam){.list = false};
    size_t len = 0;
    for (; isalpha((unsigned char)*at); at++)
        if (len + 1 < sizeof out->type)
            out->type[len++] = *at;
    for (; *at && *at != ' '; at++) {
        if (*at == '[') {
            out->items_optional = out->optional;
            out->optional = false;
            out->list = true;
            out->sized = isdigit((unsigned char)at[1]);
        }
        out->optional = out->optional || *at == '?';
    }
    at = skip_spaces(at);
    const char *name = at;
    while (isalnum((unsigned char)*at) || *at == '_')
        at++;
    out->name = str_intern(name, (size_t)(at - name));
    int depth = 0;
    bool quoted = false;
    for (; *at && (depth || quoted || (*at != ',' && *at != ')')); at++) {
        if (*at == '=' && !out->standard)
            out->standard = at + 1;
        quoted ^= *at == '"' || *at == '\'';
        depth += *at == '[';
        depth -= *at == ']';
    }
    out->standard_len = out->standard ? (size_t)(at - out->standard) : 0;
    return at;
}

int schema_parse(const char *text, Str *name, SchemaParam *out) {
    const char *at = strchr(text, '(');
    if (!at)
        ICE("no schema: %s", text);
    *name = str_intern(text, (size_t)(at - text));
    int count = 0;
    bool keyword_only = false;
    at = skip_spaces(at + 1);
    while (*at && *at != ')') {
        if (*at == '*') {
            keyword_only = true;
            at++;
        } else {
            if (count == SCHEMA_MAX_PARAMS)
                ICE("a schema of so many parameters: %s", text);
            at = parse_parameter(at, &out[count]);
            out[count++].keyword_only = keyword_only;
        }
        at = skip_spaces(*at == ',' ? at + 1 : at);
    }
    return count;
}
