/* Writes schedules as MSCCL algorithms.
 *
 * A chunk is a block, and has one cell on every GPU: in place, except for an
 * all-to-all. A GPU therefore has one value of a block at a time, and only
 * schedules that send this value can be written. A GPU has a thread block for
 * each peer that it sends to, then one for each that it receives from. A
 * message is one step for each run of consecutive blocks with equal sets of
 * contributors. A step waits for the latest conflicting access of each other
 * thread block, unless its own thread block has waited for it before; the sends
 * of a slot read before its receptions write. */
#include "chunks.h"

#include "base/base.h"
#include "base/items/items.h"
#include "trace/io/out.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- collecting the transfers ---- */

static const struct {
    const char *problem, *collective;
    bool rooted;
} collectives[] = {
    {"allreduce", "allreduce", false},
    {"allgather", "allgather", false},
    {"reduce-scatter", "reducescatter", false},
    {"alltoall", "alltoall", false},
    {"stream", "broadcast", true},
    {"broadcast", "broadcast", true},
    {"reduce", "reduce", true},
};

static long written_algorithm_number_in(const struct weft_trace_info *info,
                                        const char *key)
{
    const char *text = weft_trace_info_get(info, key);
    return text ? strtol(text, NULL, 10) : 0;
}

int msccl_begin(void *state, struct output *out,
                const struct weft_trace_info *info)
{
    struct msccl_writing *w = state;
    const char *problem = weft_trace_info_get(info, "problem");
    size_t row = 0, rows = sizeof collectives / sizeof *collectives;
    while (problem && row < rows && strcmp(collectives[row].problem, problem))
        row++;
    if (!problem || row == rows)
        return out_fail(out, WEFT_ERROR_MISUSE,
                        "an MSCCL algorithm is a collective: allreduce, "
                        "allgather, reduce-scatter, alltoall, broadcast, "
                        "stream or reduce, not '%.40s'",
                        problem ? problem : "a schedule without a problem");
    long blocks = written_algorithm_number_in(info, "blocks");
    if (!blocks && !strcmp(problem, "broadcast"))
        blocks = 1;
    if (!info->step || info->processors < 2 || blocks < 1 ||
        blocks > MSCCL_BLOCKS_MAX)
        return out_fail(out, WEFT_ERROR_MISUSE,
                        "for an MSCCL algorithm a trace must have steps and "
                        "state the number of blocks (1 to %d)",
                        MSCCL_BLOCKS_MAX);
    const char *name = weft_trace_info_get(info, "strategy");
    text_cut(w->name, sizeof w->name, name ? name : problem);
    w->collective = collectives[row].collective;
    w->rooted = collectives[row].rooted;
    w->root = (int)written_algorithm_number_in(info, "root");
    w->gpus = info->processors;
    w->blocks = (int)blocks;
    w->step = info->step;
    w->info.items = info->items;
    return chunks_create(w) ? -1 : 0;
}

static bool written_algorithm_exists(const struct msccl_writing *w,
                                     int32_t rank)
{
    return rank >= 0 && rank < w->gpus;
}

int msccl_events(void *state, struct output *out,
                 const struct weft_event *event, size_t count)
{
    struct msccl_writing *w = state;
    for (size_t i = 0; i < count; i++) {
        if (event[i].kind != WEFT_SEND)
            continue;
        if (event[i].duration != w->step || event[i].start % w->step ||
            !written_algorithm_exists(w, event[i].rank) ||
            !written_algorithm_exists(w, event[i].peer) ||
            event[i].rank == event[i].peer || event[i].message < 0)
            return out_fail(out, WEFT_ERROR_MISUSE,
                            "an MSCCL algorithm has whole steps, in which one "
                            "processor sends another one a block; the send of "
                            "processor %d at time %llu is different",
                            event[i].rank, (unsigned long long)event[i].start);
        if (array_grow(&w->send, &w->room, w->count + 1, sizeof *w->send))
            return -1;
        w->send[w->count++] = event[i];
    }
    return 0;
}

/* ---- writing it ---- */

static void written_algorithm_attribute(struct output *out, const char *name,
                                        int64_t value)
{
    out_text(out, " ");
    out_text(out, name);
    out_text(out, "=\"");
    out_signed(out, value);
    out_text(out, "\"");
}

/* Write the name of a strategy. Characters that are not allowed in a name
 * become '_'. */
static void written_algorithm_write_name(struct output *out, const char *name)
{
    out_text(out, "<algo name=\"");
    for (; *name; name++) {
        bool plain = *name > ' ' && *name < 127 && !strchr("<>&\"'", *name);
        out_bytes(out, plain ? name : "_", 1);
    }
    out_text(out, "\" proto=\"Simple\" nchannels=\"1\"");
}

static void written_algorithm_write_step(struct output *out,
                                         const struct msccl_writing *w,
                                         const struct chunk_step *step,
                                         size_t s)
{
    static const char *const types[] = {[CHUNK_SEND] = "s",
                                        [CHUNK_RECEIVE] = "r",
                                        [CHUNK_ADD] = "rrc",
                                        [CHUNK_COPY] = "cpy",
                                        [CHUNK_NOTHING] = "nop"};
    const char *from = w->all_to_all || !w->gathers ? "i" : "o";
    const char *to = w->all_to_all || w->gathers ? "o" : "i";
    out_text(out, "      <step");
    written_algorithm_attribute(out, "s", (int64_t)s);
    out_text(out, " type=\"");
    out_text(out, types[step->type]);
    out_text(out, "\" srcbuf=\"");
    out_text(out, from);
    out_text(out, "\"");
    written_algorithm_attribute(out, "srcoff", step->source);
    out_text(out, " dstbuf=\"");
    out_text(out, to);
    out_text(out, "\"");
    written_algorithm_attribute(out, "dstoff", step->target);
    written_algorithm_attribute(out, "cnt", step->count);
    written_algorithm_attribute(out, "depid", step->waits);
    written_algorithm_attribute(out, "deps", step->waits_step);
    written_algorithm_attribute(out, "hasdep", step->tells);
    out_text(out, "/>\n");
}

static void write_gpu(struct output *out, const struct msccl_writing *w, int g)
{
    int part = w->blocks / w->gpus;
    bool scatters = !strcmp(w->collective, "reducescatter");
    int whole = w->all_to_all ? w->gpus : w->blocks;
    out_text(out, "  <gpu");
    written_algorithm_attribute(out, "id", g);
    written_algorithm_attribute(out, "i_chunks", w->gathers ? part : whole);
    written_algorithm_attribute(out, "o_chunks", scatters ? part : whole);
    written_algorithm_attribute(out, "s_chunks", 0);
    out_text(out, ">\n");
    for (size_t b = w->first[g]; b < w->first[g + 1]; b++) {
        const struct chunk_worker *worker = &w->worker[b];
        out_text(out, "    <tb");
        written_algorithm_attribute(out, "id", (int64_t)(b - w->first[g]));
        written_algorithm_attribute(out, "send",
                                    worker->sends ? worker->peer : -1);
        written_algorithm_attribute(out, "recv",
                                    worker->receives ? worker->peer : -1);
        written_algorithm_attribute(out, "chan", worker->channel);
        out_text(out, ">\n");
        for (size_t s = 0; s < worker->steps; s++)
            written_algorithm_write_step(out, w, &worker->step[s], s);
        out_text(out, "    </tb>\n");
    }
    out_text(out, "  </gpu>\n");
}

int msccl_end(void *state, struct output *out)
{
    struct msccl_writing *w = state;
    if (chunks_arrange(w, out))
        return -1;
    written_algorithm_write_name(out, w->name);
    written_algorithm_attribute(out, "nchunksperloop",
                                w->all_to_all ? w->gpus : w->blocks);
    written_algorithm_attribute(out, "ngpus", w->gpus);
    out_text(out, " coll=\"");
    out_text(out, w->collective);
    out_text(out, "\"");
    written_algorithm_attribute(out, "inplace", !w->all_to_all);
    written_algorithm_attribute(out, "outofplace", w->all_to_all);
    if (w->rooted)
        written_algorithm_attribute(out, "root", w->root);
    out_text(out, " minBytes=\"0\" maxBytes=\"0\">\n");
    for (int g = 0; g < w->gpus; g++)
        write_gpu(out, w, g);
    out_text(out, "</algo>\n");
    return 0;
}
