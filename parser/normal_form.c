/* Normal form of identifiers: see normal_form.h. The tables are sorted, and searched by bisection. */
#include "parser/normal_form.h"

typedef struct Range {
    uint32_t first, last;
    int32_t delta;
} Range;

static const Range mapped[] = {
#define MAP(first, last, delta) {first, last, delta},
#define UNSTABLE(first, last)
#include "parser/normal_form.def"
#undef MAP
#undef UNSTABLE
};

static const Range unstable[] = {
#define MAP(first, last, delta)
#define UNSTABLE(first, last) {first, last, 0},
#include "parser/normal_form.def"
#undef MAP
#undef UNSTABLE
};

static const Range *find(const Range *ranges, size_t count, uint32_t code) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (ranges[middle].last < code)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && ranges[low].first <= code ? &ranges[low] : NULL;
}

void utf8_put(Buf *out, uint32_t code) {
    if (code < 0x80) {
        buf_putc(out, (char)code);
    } else if (code < 0x800) {
        buf_putc(out, (char)(0xC0 | code >> 6));
        buf_putc(out, (char)(0x80 | (code & 0x3F)));
    } else if (code < 0x10000) {
        buf_putc(out, (char)(0xE0 | code >> 12));
        buf_putc(out, (char)(0x80 | (code >> 6 & 0x3F)));
        buf_putc(out, (char)(0x80 | (code & 0x3F)));
    } else {
        buf_putc(out, (char)(0xF0 | code >> 18));
        buf_putc(out, (char)(0x80 | (code >> 12 & 0x3F)));
        buf_putc(out, (char)(0x80 | (code >> 6 & 0x3F)));
        buf_putc(out, (char)(0x80 | (code & 0x3F)));
    }
}

static uint32_t next_code_point(const unsigned char **at) {
    uint32_t first = *(*at)++;
    int more = first < 0x80 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
    uint32_t code = more == 0 ? first : first & (0x3Fu >> more);
    while (more-- > 0)
        code = code << 6 | (*(*at)++ & 0x3Fu);
    return code;
}

bool normal_form(Buf *out, const char *text, size_t len) {
    const unsigned char *at = (const unsigned char *)text, *end = at + len;
    while (at < end) {
        uint32_t code = next_code_point(&at);
        const Range *range = find(mapped, COUNT_OF(mapped), code);
        if (!range && find(unstable, COUNT_OF(unstable), code))
            return false;
        utf8_put(out, range ? (uint32_t)((int32_t)code + range->delta) : code);
    }
    return true;
}
