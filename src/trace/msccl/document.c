/* Reads an algorithm from XML. Every number is checked here, except those whose
 * meaning depends on the whole file (connect.c). */
#include "document.h"

#include "base/base.h"
#include "trace/format.h"

#include <stdlib.h>
#include <string.h>

#define GPUS_MAX 65536
#define CHUNKS_MAX (1 << 24)

static const struct step_type types[] = {
    /* columns: name, receives, reads source, reads target, writes, sends */
    {"s", false, true, false, false, true},
    {"r", true, false, false, true, false},
    {"cpy", false, true, false, true, false},
    {"re", false, true, true, true, false},
    {"rrc", true, true, false, true, false},
    {"rcs", true, false, false, true, true},
    {"rrs", true, true, false, false, true},
    {"rrcs", true, true, false, true, true},
    {"nop", false, false, false, false, false},
};

/* ---- elements ---- */

/* Return how many messages a connection holds: 8 steps of the executor's
 * buffer, of which a message of the protocol Simple takes 4. */
static int document_slots(const struct document *r)
{
    char text[16] = "";
    document_attribute(r, "proto", text, sizeof text);
    return !strcmp(text, "LL") || !strcmp(text, "LL128") ? 8 : 2;
}

static int read_collective(struct document *r)
{
    struct algorithm *a = r->a;
    char text[32];
    int zero = 0;
    if (!document_attribute(r, "coll", text, sizeof text))
        return document_wrong(r, "<algo> needs coll");
    a->collective = collective_find(text);
    if (!a->collective)
        return document_wrong(r,
                              "coll must be allreduce, allgather, alltoall, "
                              "reducescatter, broadcast, reduce or custom, not "
                              "'%.30s'",
                              text);
    if (a->collective->divides && a->chunks % a->gpus)
        return document_wrong(
            r, "nchunksperloop must be a multiple of ngpus: %d, %d", a->chunks,
            a->gpus);
    return document_number(r, "root", 0, a->gpus - 1, &zero, &a->root);
}

static int read_algorithm(struct document *r)
{
    struct algorithm *a = r->a;
    int none = -1, in_place, out_of_place;
    if (a->gpu)
        return document_wrong(r, "a second <algo>");
    document_attribute(r, "name", a->name, sizeof a->name);
    text_make_plain(a->name);
    a->slots = document_slots(r);
    if (document_number(r, "ngpus", 1, GPUS_MAX, NULL, &a->gpus) ||
        document_number(r, "nchunksperloop", 1, CHUNKS_MAX, NULL, &a->chunks) ||
        document_number(r, "nchannels", 0, INT32_MAX, &none, &a->channels) ||
        document_number(r, "inplace", 0, 1, &none, &in_place) ||
        document_number(r, "outofplace", 0, 1, &none, &out_of_place) ||
        read_collective(r))
        return -1;
    /* older files have no `outofplace` and are for only one of the two
     * layouts */
    a->in_place = in_place == 1;
    a->out_of_place = out_of_place == 1 || (out_of_place < 0 && in_place != 1);
    if (!a->in_place && !a->out_of_place)
        return document_wrong(r, "neither inplace nor outofplace");
    a->gpu = calloc((size_t)a->gpus, sizeof *a->gpu);
    return a->gpu ? 0 : document_no_memory(r);
}

static int document_larger(int a, int b)
{
    return a > b ? a : b;
}

static int read_gpu(struct document *r)
{
    struct algorithm *a = r->a;
    int zero = 0, id;
    if (!a->gpu)
        return document_wrong(r, "<gpu> outside <algo>");
    if (document_number(r, "id", 0, a->gpus - 1, NULL, &id))
        return -1;
    struct gpu *gpu = &a->gpu[id];
    if (gpu->seen)
        return document_wrong(r, "gpu %d is given twice", id);
    gpu->seen = true;
    gpu->first = a->blocks;
    r->gpu = id;
    r->block = -1;
    if (document_number(r, "i_chunks", 0, CHUNKS_MAX, &zero, &gpu->chunks[0]) ||
        document_number(r, "o_chunks", 0, CHUNKS_MAX, &zero, &gpu->chunks[1]) ||
        document_number(r, "s_chunks", 0, CHUNKS_MAX, &zero, &gpu->chunks[2]))
        return -1;
    a->input = document_larger(a->input, gpu->chunks[0]);
    if (a->collective->own)
        return 0;
    gpu->chunks[0] = document_larger(gpu->chunks[0], collective_input(a));
    gpu->chunks[1] = document_larger(gpu->chunks[1], collective_output(a));
    return 0;
}

static int read_block(struct document *r)
{
    struct algorithm *a = r->a;
    struct thread_block block = {.line = document_line(r),
                                 .receiver = SIZE_MAX};
    int zero = 0, none = -1;
    if (r->gpu < 0)
        return document_wrong(r, "<tb> outside <gpu>");
    block.gpu = r->gpu;
    if (document_number(r, "id", 0, INT32_MAX, NULL, &block.id) ||
        document_number(r, "send", -1, a->gpus - 1, &none, &block.send) ||
        document_number(r, "recv", -1, a->gpus - 1, &none, &block.receive) ||
        document_number(r, "chan", 0, 65535, &zero, &block.channel))
        return -1;
    struct gpu *gpu = &a->gpu[r->gpu];
    if ((size_t)block.id != gpu->blocks)
        return document_wrong(r,
                              "tb ids count up from 0: %zu comes next, not %d",
                              gpu->blocks, block.id);
    if (block.send == r->gpu || block.receive == r->gpu)
        return document_wrong(r, "gpu %d, tb %d: the peer is the gpu itself",
                              r->gpu, block.id);
    if (array_grow(&a->block, &a->room, a->blocks + 1, sizeof *a->block))
        return document_no_memory(r);
    a->block[a->blocks++] = block;
    gpu->blocks++;
    r->block = block.id;
    return 0;
}

static int read_type(struct document *r, struct step *step)
{
    char text[16];
    if (!document_attribute(r, "type", text, sizeof text))
        return document_wrong(r, "<step> needs type");
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (!strcmp(types[i].name, text))
            step->type = &types[i];
    if (step->type)
        return 0;
    return document_wrong(
        r,
        "gpu %d, tb %d: type must be s, r, cpy, re, rrc, rcs, rrs, "
        "rrcs or nop, not '%.15s'",
        r->gpu, r->block, text);
}

static int read_places(struct document *r, struct step *step)
{
    int one = 1;
    const struct step_type *type = step->type;
    if (type->reads_source &&
        (document_buffer(r, "srcbuf", &step->source.buffer) ||
         document_number(r, "srcoff", 0, CHUNKS_MAX, NULL, &step->source.at)))
        return -1;
    if (type->writes &&
        (document_buffer(r, "dstbuf", &step->target.buffer) ||
         document_number(r, "dstoff", 0, CHUNKS_MAX, NULL, &step->target.at)))
        return -1;
    return document_number(r, "cnt", type->sends || type->writes ? 1 : -1,
                           CHUNKS_MAX, &one, &step->count);
}

static bool is_outside(const struct gpu *gpu, struct chunk_place place,
                       int count)
{
    return place.at > gpu->chunks[place.buffer] - count;
}

/* Check that the chunks of a step are inside the buffer or, in place, inside
 * the buffer that contains it. */
static int check_place(struct document *r, struct chunk_place place,
                       const struct step *step)
{
    const struct algorithm *a = r->a;
    const struct gpu *gpu = &a->gpu[r->gpu];
    struct chunk_place memory =
        collective_memory(a, r->gpu, place, a->in_place);
    bool outside = is_outside(gpu, place, step->count);
    if (!outside && !is_outside(gpu, memory, step->count))
        return 0;
    return document_wrong(r, "gpu %d, tb %d, step %zu: chunks outside the %s",
                          r->gpu, r->block, a->block[a->blocks - 1].steps,
                          outside ? "buffer"
                                  : "buffer that they are in, in place");
}

static int read_step(struct document *r)
{
    struct algorithm *a = r->a;
    int none = -1, zero = 0, s, tells;
    if (r->block < 0)
        return document_wrong(r, "<step> outside <tb>");
    struct thread_block *block = &a->block[a->blocks - 1];
    struct step step = {.line = document_line(r)};
    if (document_number(r, "s", 0, INT32_MAX, NULL, &s) ||
        read_type(r, &step) || read_places(r, &step) ||
        document_number(r, "depid", -1, INT32_MAX, &none, &step.waits) ||
        document_number(r, "deps", -1, INT32_MAX, &none, &step.waits_step) ||
        document_number(r, "hasdep", 0, 1, &zero, &tells))
        return -1;
    if ((size_t)s != block->steps)
        return document_wrong(
            r,
            "gpu %d, tb %d: steps count up from 0: %zu comes next, "
            "not %d",
            r->gpu, r->block, block->steps, s);
    step.tells = tells;
    if (a->collective->own && step.type->reads_source &&
        (step.type->receives || step.type->reads_target))
        a->collective = collective_own_sums();
    if ((step.type->reads_source && check_place(r, step.source, &step)) ||
        (step.type->writes && check_place(r, step.target, &step)))
        return -1;
    if (array_grow(&block->step, &block->room, block->steps + 1, sizeof step))
        return document_no_memory(r);
    block->step[block->steps++] = step;
    return 0;
}

/* ---- the file ---- */

static const struct document_element {
    const char *name;
    int depth; /* depth of the elements in which this element is allowed */
    int (*read)(struct document *r);
} elements[] = {
    {"algo", 0, read_algorithm},
    {"gpu", 1, read_gpu},
    {"tb", 2, read_block},
    {"step", 3, read_step},
};

static int read_element(struct document *r)
{
    const char *name = (const char *)xmlTextReaderConstLocalName(r->xml);
    int depth = xmlTextReaderDepth(r->xml);
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
        if (!strcmp(elements[i].name, name))
            return depth == elements[i].depth
                       ? elements[i].read(r)
                       : document_wrong(r, "<%s> in the wrong place", name);
    return depth == 0 ? document_wrong(r, "the file must begin with <algo>")
                      : 0;
}

static int check_whole(struct document *r)
{
    const struct algorithm *a = r->a;
    int64_t cells = 0, most = CELLS_MAX;
    if (!a->gpu)
        return document_wrong(r, "it contains no <algo>");
    for (int i = 0; i < a->gpus; i++) {
        if (!a->gpu[i].seen)
            return document_wrong(r, "ngpus is %d, but there is no gpu %d",
                                  a->gpus, i);
        for (int k = 0; k < BUFFERS; k++)
            cells += a->gpu[i].chunks[k];
    }
    if (a->collective->own && (int64_t)a->gpus * a->input > INT32_MAX)
        return document_wrong(r, "too many input chunks: %d GPUs, up to %d",
                              a->gpus, a->input);
    for (size_t i = 0; i < a->blocks; i++)
        most += (int64_t)a->block[i].steps * CELLS_A_STEP;
    if (cells <= most)
        return 0;
    return weft_error_set(r->err, WEFT_ERROR_LIMIT, 0,
                          "%lld chunks in all buffers; at most %lld in a file "
                          "with so many steps",
                          (long long)cells, (long long)most);
}

/* Keep the first line behind "</algo>", for the error message: generators print
 * the document and then something else. */
static void document_follow(struct document *r, const char *bytes, size_t count)
{
    static const char end[] = "</algo>";
    for (; count-- && r->closed < sizeof end; bytes++) {
        size_t length = strlen(r->behind);
        if (end[r->closed])
            r->closed =
                *bytes == end[r->closed] ? r->closed + 1 : *bytes == end[0];
        else if (*bytes == '\n' && length)
            r->closed = sizeof end;
        else if (*bytes >= (length ? ' ' : '!') &&
                 length + 1 < sizeof r->behind)
            r->behind[length] = *bytes;
    }
}

static int read_some(void *context, char *bytes, int room)
{
    struct document *r = context;
    long got = in_bytes(r->in, bytes, (size_t)room);
    if (got > INT32_MAX ||
        (got > 0 && !document_bounded(r, bytes, (size_t)got)))
        return -1;
    if (got > 0)
        document_follow(r, bytes, (size_t)got);
    return (int)got;
}

/* Store an error until it is needed, instead of printing it. */
static void document_remember(void *quiet, xmlErrorPtr error)
{
    quiet_remember(quiet, error);
}

static int not_well_formed(struct document *r)
{
    const xmlError *error = xmlGetLastError();
    if (error && error->code == XML_ERR_NO_MEMORY)
        return document_no_memory(r);
    if (error && error->code == XML_ERR_DOCUMENT_END && r->behind[0])
        return document_wrong(r,
                              "'%s' follows </algo>: remove the lines that the "
                              "generator printed after the algorithm",
                              r->behind);
    char text[120] = "not well-formed XML";
    if (error && error->message)
        snprintf(text, sizeof text, "%.110s", error->message);
    text[strcspn(text, "\n")] = '\0';
    return document_wrong(r, "%s", text);
}

static int read_nodes(struct document *r)
{
    int more;
    while ((more = xmlTextReaderRead(r->xml)) == 1) {
        if (r->quiet->memory) /* stop if out of memory, because the parser might
                                 loop for ever */
            return document_no_memory(r);
        int type = xmlTextReaderNodeType(r->xml);
        if (type == XML_READER_TYPE_DOCUMENT_TYPE)
            return document_wrong(r, "a DOCTYPE is not allowed");
        if (type == XML_READER_TYPE_ELEMENT && read_element(r))
            return -1;
    }
    return more ? not_well_formed(r) : check_whole(r);
}

int algorithm_read(struct algorithm *a, struct input *in,
                   struct weft_error *err)
{
    struct document r = {
        .a = a, .in = in, .err = err, .tags.line = 1, .gpu = -1, .block = -1};
    struct quiet quiet;
    size_t length;
    const char *head = in_head(in, &length);
    r.quiet = &quiet;
    *a = (struct algorithm){.gpus = 0};
    if (!tags_countable(head, length))
        return document_refuse(&r);
    quiet_begin(&quiet);
    r.xml = xmlReaderForIO(read_some, NULL, &r, NULL, NULL,
                           XML_PARSE_NONET | XML_PARSE_NOERROR |
                               XML_PARSE_NOWARNING);
    int status = -1;
    if (r.xml) {
        xmlTextReaderSetStructuredErrorHandler(r.xml, document_remember,
                                               &quiet);
        status = read_nodes(&r);
        xmlFreeTextReader(r.xml);
    }
    quiet_end(&quiet);
    if (!r.xml || quiet.memory)
        status = document_no_memory(&r);
    if (r.refused)
        status = document_refuse(&r);
    if (in_failed(in, err))
        status = -1;
    return status;
}

void algorithm_finish(struct algorithm *a)
{
    for (size_t i = 0; i < a->blocks; i++)
        free(a->block[i].step);
    free(a->block);
    free(a->gpu);
    *a = (struct algorithm){.gpus = 0};
}
