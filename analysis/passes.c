/* Runs the passes of passes.def in order, dumps the graph after those whose letter is asked for, and verifies it: at
 * level 1 as it comes and as it goes, from level 2 on, and where it is dumped, after each pass. */
#include "analysis/passes.h"

#include <stdio.h>
#include <string.h>

#define PASS(name, run, letter, doc) {#name, run, letter, doc},
const PassInfo ir_passes[] = {
#include "analysis/passes.def"
};
#undef PASS
const int ir_pass_count = COUNT_OF(ir_passes);

static void dump(const IrGraph *graph, const char *after) {
    Buf text = {0};
    ir_print(&text, graph, true);
    fprintf(stderr, "; after %s\n%s\n", after, text.data);
    buf_free(&text);
}

/* A graph at fault is dumped too if any dumps were asked for. */
static void verify(const IrGraph *graph, const char *after, const PassOptions *options) {
    const char *wrong = options->verify_level > 0 ? ir_verify(graph, options->verify_level) : NULL;
    if (wrong && options->dump_letters && *options->dump_letters)
        dump(graph, after);
    if (wrong)
        ICE("graph %s after %s: %s", graph->name, after, wrong);
}

void ir_run_passes(IrGraph *graph, const PassOptions *options) {
    bool each = options->verify_level > 1 || options->dump_letters;
    verify(graph, "analysis", options);
    for (int i = 0; i < ir_pass_count; i++) {
        ir_passes[i].run(graph);
        if (options->dump_letters && strchr(options->dump_letters, ir_passes[i].letter))
            dump(graph, ir_passes[i].name);
        if (each || i + 1 == ir_pass_count)
            verify(graph, each ? ir_passes[i].name : "the passes", options);
    }
}
