/* The shape of a plan: the kinds of operations, the size of a chunk, the cells,
 * and the faults that single operations have. */
#include "base/base.h"
#include "base/numbers/divisor.h"

#include "plan.h"

#include <string.h>

static const struct plan_kind plan_kinds[] = {
    {.name = "nop", .act = PLAN_NOP},
    {.name = "barrier", .act = PLAN_BARRIER},
    {.name = "signal", .act = PLAN_SIGNAL},
    {.name = "rlxsignal", .act = PLAN_SIGNAL, .relaxed = true},
    {.name = "wait", .act = PLAN_WAIT},
    {.name = "rlxwait", .act = PLAN_WAIT, .relaxed = true},
    {.name = "flush", .act = PLAN_FLUSH},
    {.name = "sem_acquire", .act = PLAN_ACQUIRE},
    {.name = "sem_release", .act = PLAN_RELEASE},
    {.name = "pipeline", .act = PLAN_PIPELINE},
    {.name = "glre", .act = PLAN_UNKNOWN},
#define PLAN_MOVE(word, from, to)                                              \
    .name = word, .act = PLAN_DATA, .source = from, .target = to
    {PLAN_MOVE("put", "o*", "r*"), .pairs = true, .ports = true},
    {PLAN_MOVE("pws", "o*", "r*"), .pairs = true, .ports = true, .only = true,
     .signals = true},
    {PLAN_MOVE("pwsf", "o*", "r*"), .pairs = true, .ports = true, .only = true,
     .signals = true, .flushes = true},
    {PLAN_MOVE("get", "r*", "o*"), .pairs = true},
    {PLAN_MOVE("copy", "o", "o")},
    {PLAN_MOVE("re", "o*", "o")},
    {PLAN_MOVE("res", "o*", "or*")},
    {PLAN_MOVE("rre", "or*", "o")},
    {PLAN_MOVE("rres", "or*", "or*")},
    {PLAN_MOVE("cpkt", "o", "p")},
    {PLAN_MOVE("ppkt", "o*", "R*"), .pairs = true, .ports = true},
    {PLAN_MOVE("rppkt", "p", "R*"), .ports = true},
    {PLAN_MOVE("upkt", "p", "o")},
    {PLAN_MOVE("repkt", "op*", "o")},
    {PLAN_MOVE("respkt", "op*", "oR*")},
    {PLAN_MOVE("recpkt", "op*", "op")},
    {PLAN_MOVE("recspkt", "op*", "opR*")},
    {PLAN_MOVE("glres", "s", "s")},
    {PLAN_MOVE("gstore", "o", "s")},
    {PLAN_MOVE("gstorepkt", "p", "S")},
#undef PLAN_MOVE
};

const struct plan_kind *plan_kind_find(const char *name)
{
    for (size_t i = 0; i < sizeof plan_kinds / sizeof *plan_kinds; i++)
        if (!strcmp(plan_kinds[i].name, name))
            return &plan_kinds[i];
    return NULL;
}

/* Return the letter of entry i of a list. A put of packets through a port
 * copies packets as they are. */
char plan_letter(const struct plan_op *op, bool target, uint32_t i)
{
    const char *letters = target ? op->kind->target : op->kind->source;
    size_t length = strlen(letters);
    size_t last = length - 1 - (letters[length - 1] == '*');
    char letter = letters[i < last ? i : last];
    bool raw = op->channel == PLAN_PORT && op->kind->target[0] == 'R';
    return raw && letter == 'o' ? 'p' : letter;
}

/* Does a list with `count` entries match the letters? */
static bool plan_shape_counts(const char *letters, uint32_t count)
{
    size_t length = strlen(letters);
    bool star = letters[length - 1] == '*';
    size_t least = star && length > 2 ? length - 2 : length - star;
    return star ? count >= least : count == least;
}

static bool plan_shape_packets(const struct plan_kind *kind)
{
    return strpbrk(kind->source, "pRS") || strpbrk(kind->target, "pRS");
}

/* ---- ranges -------------------------------------------------------------- */

static const struct plan_group *plan_group_of(const struct gpu_plan *plan,
                                              const struct plan_block *block,
                                              uint32_t id)
{
    const struct plan_gpu *gpu = plan_gpu_at(plan, block->gpu);
    uint32_t local = plan_number(&plan->local[PLAN_SWITCH],
                                 block->channels[PLAN_SWITCH], id);
    return PLAN_AT(plan, plan_group, group, gpu->groups.first + local);
}

static const struct plan_remote *plan_remote_of(const struct gpu_plan *plan,
                                                const struct plan_block *block,
                                                uint32_t type, uint32_t id)
{
    const struct plan_gpu *gpu = plan_gpu_at(plan, block->gpu);
    uint32_t local = plan_number(&plan->seen[type], block->remotes[type], id);
    return PLAN_AT(plan, plan_remote, remote, gpu->remotes.first + local);
}

uint32_t plan_channel_of(const struct gpu_plan *plan,
                         const struct plan_block *block,
                         const struct plan_op *op, uint32_t i)
{
    uint32_t type = op->channel;
    uint32_t id = plan_number(&plan->id, op->ids, i);
    return plan_gpu_at(plan, block->gpu)->channels[type].first +
           plan_number(&plan->local[type], block->channels[type], id);
}

uint32_t plan_width(const struct gpu_plan *plan, const struct plan_block *block,
                    const struct plan_entry *entry)
{
    return entry->where == PLAN_GROUP
               ? plan_group_of(plan, block, entry->id)->ranks.count
               : 1;
}

uint64_t plan_iterations(const struct gpu_plan *plan, const struct plan_op *op)
{
    uint64_t bytes = op->chunks * plan->chunk;
    return bytes / op->unit + (bytes % op->unit != 0);
}

void plan_span_of(const struct gpu_plan *plan, const struct plan_block *block,
                  const struct plan_op *op, const struct plan_entry *entry,
                  char letter, uint32_t which, const struct plan_op *pipeline,
                  uint64_t iteration, struct plan_span *span)
{
    *span = (struct plan_span){.gpu = block->gpu,
                               .buffer = (enum plan_buffer)entry->id,
                               .packet = strchr("pRS", letter) != NULL};
    if (entry->where == PLAN_REMOTE) {
        const struct plan_remote *remote =
            plan_remote_of(plan, block, op->channel, entry->id);
        span->gpu = remote->rank;
        span->buffer = remote->buffer;
    } else if (entry->where == PLAN_GROUP) {
        const struct plan_group *group = plan_group_of(plan, block, entry->id);
        span->gpu = plan_number(&plan->id, group->ranks, which);
        span->buffer = group->buffer;
    }
    bool wraps = plan->wrap && span->buffer == PLAN_SCRATCH;
    uint64_t elements = entry->size * plan->chunk / plan->alignment;
    uint64_t share = elements / op->parts, rest = elements % op->parts;
    uint64_t before = op->part * share + (op->part < rest ? op->part : rest);
    span->start = entry->index * (wraps ? plan->wrap : plan->chunk) +
                  before * plan->alignment;
    span->length = (share + (op->part < rest)) * plan->alignment;
    if (!pipeline || plan_shape_packets(op->kind))
        return;
    uint64_t offset = iteration * pipeline->unit;
    uint64_t left = span->length > offset ? span->length - offset : 0;
    span->start += wraps ? offset % plan->wrap : offset;
    span->length = left < pipeline->unit ? left : pipeline->unit;
}

/* ---- one operation ------------------------------------------------------- */

struct plan_shaping {
    const struct gpu_plan *plan;
    struct plan_report *report;
    const struct plan_block *block;
    const struct plan_op *op;
    const struct plan_op *pipeline;
    struct plan_spot spot;
    struct plan_place place;
};

#define PLAN_FORMAT(s, ...)                                                    \
    plan_fault((s)->report, (s)->plan, WEFT_MSCCLPP_FORMAT, &(s)->spot,        \
               __VA_ARGS__)
#define PLAN_BOUNDS(s, ...)                                                    \
    plan_fault((s)->report, (s)->plan, WEFT_MSCCLPP_BOUNDS, &(s)->spot,        \
               __VA_ARGS__)

static const char *const plan_type_names[] = {"memory", "port", "switch"};

/* Check the ids of channels. Return whether they can be used. */
static bool plan_shape_channels(struct plan_shaping *s, bool memory)
{
    const struct plan_op *op = s->op;
    if (op->channel != PLAN_PORT && (op->channel != PLAN_MEMORY || !memory)) {
        PLAN_FORMAT(s, "its channel_type must be %s",
                    memory ? "memory or port" : "port");
        return false;
    }
    if (!op->ids.count) {
        PLAN_FORMAT(s, "it names no channel in channel_ids");
        return false;
    }
    uint32_t most = s->block->channels[op->channel].count;
    for (uint32_t i = 0; i < op->ids.count; i++) {
        uint32_t id = plan_number(&s->plan->id, op->ids, i);
        if (id < most)
            continue;
        PLAN_FORMAT(s, "channel id %u, but the thread block has %u %s channels",
                    id, most, plan_type_names[op->channel]);
        return false;
    }
    return true;
}

static void plan_shape_semaphores(struct plan_shaping *s)
{
    const struct plan_op *op = s->op;
    uint32_t most = plan_gpu_at(s->plan, s->block->gpu)->semaphores.count;
    if (!op->semaphores.count)
        PLAN_FORMAT(s, "it names no semaphore in semaphore_ids");
    for (uint32_t i = 0; i < op->semaphores.count; i++) {
        uint32_t id = plan_number(&s->plan->id, op->semaphores, i);
        if (id < most)
            continue;
        PLAN_FORMAT(s, "semaphore %u, but the GPU has %u", id, most);
        return;
    }
}

/* Check where an entry is. Return whether its range can be found. */
static bool plan_shape_where(struct plan_shaping *s,
                             const struct plan_entry *entry, char letter)
{
    static const char *const names[] = {"the GPU's own buffer",
                                        "a remote buffer (buffer_id)",
                                        "a switch channel"};
    const struct plan_op *op = s->op;
    enum plan_where where = PLAN_OWN;
    if (strchr("rR", letter))
        where = PLAN_REMOTE;
    if (strchr("sS", letter))
        where = PLAN_GROUP;
    if (entry->where != where) {
        PLAN_FORMAT(s, "a range in %s where %s is needed", names[entry->where],
                    names[where]);
        return false;
    }
    if (where == PLAN_OWN)
        return true;
    uint32_t type = where == PLAN_GROUP ? PLAN_SWITCH : op->channel;
    if (where == PLAN_REMOTE && type != PLAN_MEMORY &&
        (type != PLAN_PORT || !op->kind->ports)) {
        PLAN_FORMAT(s, "its channel_type must be memory%s",
                    op->kind->ports ? " or port" : "");
        return false;
    }
    uint32_t most = where == PLAN_GROUP ? s->block->channels[type].count
                                        : s->block->remotes[type].count;
    if (entry->id >= most) {
        PLAN_FORMAT(s, "%s %u, but the thread block has %u",
                    where == PLAN_GROUP ? "switch_channel_id" : "buffer_id",
                    entry->id, most);
        return false;
    }
    if (where == PLAN_REMOTE &&
        !(plan_remote_of(s->plan, s->block, type, entry->id)->access >> type &
          1)) {
        PLAN_FORMAT(s, "buffer_id %u is not for %s channels", entry->id,
                    plan_type_names[type]);
        return false;
    }
    return true;
}

/* Check that a range is in its buffer. */
static void plan_shape_bounds(struct plan_shaping *s,
                              const struct plan_entry *entry, char letter)
{
    const struct gpu_plan *plan = s->plan;
    struct plan_span span;
    for (uint32_t w = 0; w < plan_width(plan, s->block, entry); w++) {
        plan_span_of(plan, s->block, s->op, entry, letter, w, NULL, 0, &span);
        uint64_t most = plan_gpu_at(plan, span.gpu)->chunks[span.buffer];
        if (span.packet && !plan->packets)
            PLAN_BOUNDS(s, "packets in a plan whose protocol is not LL");
        else if (span.packet && span.buffer != PLAN_SCRATCH)
            PLAN_BOUNDS(s, "packets outside the scratch buffer");
        else if (entry->index + entry->size > most)
            PLAN_BOUNDS(s,
                        "chunks %llu to %llu of a buffer %c of GPU %u with "
                        "%llu chunks",
                        (unsigned long long)entry->index,
                        (unsigned long long)(entry->index + entry->size),
                        "ios"[span.buffer], span.gpu, (unsigned long long)most);
        else if (s->pipeline && !plan_shape_packets(s->op->kind) &&
                 (plan_iterations(plan, s->pipeline) - 1) * s->pipeline->unit >
                     span.length)
            PLAN_BOUNDS(s, "iterations beyond the end of a range of %llu bytes",
                        (unsigned long long)span.length);
    }
}

/* Check that the channel of a put leads to the GPU that has the buffer. */
static void plan_shape_puts(struct plan_shaping *s)
{
    const struct gpu_plan *plan = s->plan;
    const struct plan_op *op = s->op;
    if (op->ids.count != op->target.count) {
        PLAN_FORMAT(s, "%u channel_ids for %u ranges", op->ids.count,
                    op->target.count);
        return;
    }
    for (uint32_t i = 0; i < op->target.count; i++) {
        const struct plan_entry *entry = plan_entry_at(plan, op->target, i);
        uint32_t channel = plan_channel_of(plan, s->block, op, i);
        uint32_t peer =
            ((struct plan_channel *)plan->channel[PLAN_PORT].at)[channel].peer;
        uint32_t rank =
            plan_remote_of(plan, s->block, PLAN_PORT, entry->id)->rank;
        if (peer != rank)
            PLAN_FORMAT(s,
                        "the channel leads to GPU %u, the buffer is GPU %u's",
                        peer, rank);
    }
}

static bool plan_shape_list(struct plan_shaping *s, bool target)
{
    const struct plan_op *op = s->op;
    struct plan_slice list = target ? op->target : op->source;
    bool good = true;
    for (uint32_t i = 0; i < list.count && good; i++)
        good = plan_shape_where(s, plan_entry_at(s->plan, list, i),
                                plan_letter(op, target, i));
    for (uint32_t i = 0; i < list.count && good; i++)
        plan_shape_bounds(s, plan_entry_at(s->plan, list, i),
                          plan_letter(op, target, i));
    return good;
}

/* Check that the ranges of an operation have one length, and that a put reads
 * one buffer. */
static void plan_shape_lengths(struct plan_shaping *s)
{
    const struct gpu_plan *plan = s->plan;
    const struct plan_op *op = s->op;
    const struct plan_entry *first = plan_entry_at(plan, op->source, 0);
    for (int t = 0; t < 2; t++) {
        struct plan_slice list = t ? op->target : op->source;
        for (uint32_t i = 0; i < list.count; i++) {
            const struct plan_entry *entry = plan_entry_at(plan, list, i);
            if (entry->size != first->size) {
                PLAN_FORMAT(s, "ranges of %llu and %llu chunks",
                            (unsigned long long)first->size,
                            (unsigned long long)entry->size);
                return;
            }
            if (!t && op->kind->pairs && first->where == PLAN_OWN &&
                entry->id != first->id) {
                PLAN_FORMAT(s, "sources in different buffers");
                return;
            }
        }
    }
}

static void plan_shape_data(struct plan_shaping *s)
{
    const struct plan_op *op = s->op;
    uint32_t sources = op->source.count, targets = op->target.count;
    if (!plan_shape_counts(op->kind->source, sources) ||
        !plan_shape_counts(op->kind->target, targets) ||
        (op->kind->pairs && sources != targets)) {
        PLAN_FORMAT(s, "%u sources and %u targets", sources, targets);
        return;
    }
    bool port = op->kind->ports && op->channel == PLAN_PORT;
    if ((op->kind->only || port) && !plan_shape_channels(s, false))
        return;
    bool good = plan_shape_list(s, false);
    if (!plan_shape_list(s, true) || !good)
        return;
    plan_shape_lengths(s);
    if (port)
        plan_shape_puts(s);
}

static void plan_shape_signals(struct plan_shaping *s)
{
    plan_shape_channels(s, true);
}

static void plan_shape_flush(struct plan_shaping *s)
{
    plan_shape_channels(s, false);
}

static void plan_shape_barrier(struct plan_shaping *s)
{
    if (!s->op->barrier_blocks)
        PLAN_FORMAT(s, "num_threadblocks is missing or 0");
}

static void plan_shape_unknown(struct plan_shaping *s)
{
    PLAN_FORMAT(s, "no executor runs this operation");
}

static void plan_shape_op(struct plan_shaping *s)
{
    static void (*const acts[])(struct plan_shaping * s) = {
        [PLAN_BARRIER] = plan_shape_barrier,
        [PLAN_SIGNAL] = plan_shape_signals,
        [PLAN_WAIT] = plan_shape_signals,
        [PLAN_FLUSH] = plan_shape_flush,
        [PLAN_ACQUIRE] = plan_shape_semaphores,
        [PLAN_RELEASE] = plan_shape_semaphores,
        [PLAN_DATA] = plan_shape_data,
        [PLAN_UNKNOWN] = plan_shape_unknown,
    };
    if (acts[s->op->kind->act])
        acts[s->op->kind->act](s);
}

/* Call `each` for every operation, also those within pipelines. */
static void plan_shape_each(const struct gpu_plan *plan,
                            struct plan_report *report,
                            void (*each)(struct plan_shaping *s))
{
    for (uint32_t b = 0; b < plan->blocks; b++) {
        const struct plan_block *block = plan_block_at(plan, b);
        for (uint32_t i = 0; i < block->ops.count; i++) {
            const struct plan_op *op = plan_op_at(plan, block->ops.first + i);
            struct plan_shaping s = {plan, report, block, op, NULL, {0}, {0}};
            s.place = (struct plan_place){b, i, UINT64_MAX, 0};
            s.spot = (struct plan_spot){-1, &s.place, NULL, {.rank = -1}};
            each(&s);
            s.pipeline = op;
            s.place.iteration = 0;
            for (uint32_t k = 0; k < op->inner.count; k++) {
                s.op = PLAN_AT(plan, plan_op, inner, op->inner.first + k);
                s.place.inner = k;
                each(&s);
            }
        }
    }
}

/* ---- sizes --------------------------------------------------------------- */

/* Constraints on sizes: least common multiple of the numbers of parts, and the
 * longest iteration. */
struct plan_need {
    uint64_t parts, unit;
};

static void plan_shape_need(const struct gpu_plan *plan, struct plan_need *need)
{
    const struct plan_array *arrays[] = {&plan->op, &plan->inner};
    for (int a = 0; a < 2; a++)
        for (size_t i = 0; i < arrays[a]->count; i++) {
            const struct plan_op *op = (struct plan_op *)arrays[a]->at + i;
            if (need->parts < (uint64_t)1 << 40)
                need->parts *=
                    op->parts / common_divisor(need->parts, op->parts);
            need->unit = op->unit > need->unit ? op->unit : need->unit;
        }
}

static uint64_t plan_shape_up(uint64_t number, uint64_t unit)
{
    return (number / unit + (number % unit != 0)) * unit;
}

/* The chunks of a message: of the input of GPU 0, in an all-gather of its
 * output. */
static uint64_t plan_shape_chunks(const struct gpu_plan *plan)
{
    const uint64_t *chunks = plan_gpu_at(plan, 0)->chunks;
    bool output = !strcmp(plan->collective, "allgather");
    if (!chunks[output ? PLAN_OUTPUT : PLAN_INPUT])
        output = !output;
    return chunks[output ? PLAN_OUTPUT : PLAN_INPUT];
}

static int plan_shape_given(struct gpu_plan *plan, uint64_t size,
                            uint64_t chunks, struct weft_error *err)
{
    if (!chunks || size % chunks || size / chunks % plan->alignment)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "size %llu is not a multiple of %llu chunks of "
                              "%llu bytes",
                              (unsigned long long)size,
                              (unsigned long long)chunks,
                              (unsigned long long)plan->alignment);
    if (size < plan->least || size > plan->most)
        return weft_error_set(
            err, WEFT_ERROR_MISUSE, 0,
            "size %llu is not within the plan's %llu to %llu bytes",
            (unsigned long long)size, (unsigned long long)plan->least,
            (unsigned long long)plan->most);
    plan->chunk = size / chunks;
    return 0;
}

static int plan_shape_size(struct gpu_plan *plan, uint64_t size,
                           struct weft_error *err)
{
    struct plan_need need = {1, 0};
    uint64_t chunks = plan_shape_chunks(plan);
    plan_shape_need(plan, &need);
    if (need.parts > (uint64_t)1 << 32 / plan->alignment)
        return weft_error_set(err, WEFT_ERROR_LIMIT, 0,
                              "chunks that all tbg_size divide are too long");
    uint64_t unit = plan->alignment * need.parts;
    uint64_t least =
        chunks ? plan->least / chunks + (plan->least % chunks != 0) : 0;
    plan->chunk = plan_shape_up(need.unit ? 2 * need.unit : unit, unit);
    if (plan->chunk < least)
        plan->chunk = plan_shape_up(least, unit);
    if (size && plan_shape_given(plan, size, chunks, err))
        return -1;
    uint64_t bytes, total = 0;
    for (uint32_t i = 0; i < plan->gpus; i++)
        for (int k = 0; k < PLAN_BUFFERS; k++) {
            uint64_t count = plan_gpu_at(plan, i)->chunks[k];
            if (__builtin_mul_overflow(4 * count, plan->chunk, &bytes) ||
                __builtin_add_overflow(total, bytes, &total) ||
                total > PLAN_BYTES_MAX)
                return weft_error_set(err, WEFT_ERROR_LIMIT, 0,
                                      "buffers of more than 2^62 bytes");
        }
    plan->size = plan->chunk * chunks;
    return 0;
}

/* Scratch that is shared with other plans has a fixed size; offsets wrap. */
static void plan_shape_wrap(struct gpu_plan *plan)
{
    uint64_t most = 0;
    for (uint32_t i = 0; i < plan->gpus; i++) {
        uint64_t count = plan_gpu_at(plan, i)->chunks[PLAN_SCRATCH];
        most = count > most ? count : most;
    }
    if (!plan->reuse || !most)
        return;
    uint64_t room = ((uint64_t)1 << 26) / (plan->doubled ? 2 : 1) / most;
    room = room / plan->alignment * plan->alignment;
    if (room && plan->chunk > room)
        plan->wrap = room;
}

/* ---- cells and counts ---------------------------------------------------- */

/* Let the cells be short enough for the ranges of an operation. */
static void plan_shape_cut(struct plan_shaping *s)
{
    struct gpu_plan *plan = (struct gpu_plan *)s->plan;
    const struct plan_op *op = s->op;
    if (op->kind->act != PLAN_DATA)
        return;
    for (uint32_t i = 0; i < op->source.count + op->target.count; i++) {
        bool target = i >= op->source.count;
        uint32_t at = target ? i - op->source.count : i;
        struct plan_slice list = target ? op->target : op->source;
        struct plan_span span;
        plan_span_of(plan, s->block, op, plan_entry_at(plan, list, at),
                     plan_letter(op, target, at), 0, NULL, 0, &span);
        plan->cell = common_divisor(plan->cell, span.start);
        plan->cell = common_divisor(plan->cell, span.length);
        if (s->pipeline && s->pipeline->unit < span.length)
            plan->cell = common_divisor(plan->cell, s->pipeline->unit);
    }
}

/* Count the operations of a launch, its transfers and the cells that it
 * touches. */
struct plan_counted {
    uint64_t touched;
};

static uint64_t plan_shape_add(uint64_t a, uint64_t b)
{
    uint64_t sum;
    return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

static void plan_shape_count(struct gpu_plan *plan,
                             struct plan_counted *counted,
                             const struct plan_block *block,
                             const struct plan_op *op, uint64_t times,
                             bool partly)
{
    plan->ops = plan_shape_add(plan->ops, times);
    if (op->kind->act != PLAN_DATA)
        return;
    for (uint32_t i = 0; i < op->source.count + op->target.count; i++) {
        bool target = i >= op->source.count;
        const struct plan_entry *entry =
            target ? plan_entry_at(plan, op->target, i - op->source.count)
                   : plan_entry_at(plan, op->source, i);
        uint64_t width = plan_width(plan, block, entry);
        uint64_t cells = entry->size * plan->chunk / op->parts / plan->cell + 1,
                 all;
        if (__builtin_mul_overflow(
                cells,
                width * (partly && !plan_shape_packets(op->kind) ? 1 : times),
                &all))
            all = UINT64_MAX;
        counted->touched = plan_shape_add(counted->touched, all);
        if (entry->where == PLAN_REMOTE)
            plan->messages = plan_shape_add(plan->messages, times);
        else if (entry->where == PLAN_GROUP)
            plan->messages =
                plan_shape_add(plan->messages, (width - 1) * times);
    }
}

static void plan_shape_count_all(struct gpu_plan *plan,
                                 struct plan_counted *counted)
{
    for (uint32_t b = 0; b < plan->blocks; b++) {
        const struct plan_block *block = plan_block_at(plan, b);
        for (uint32_t i = 0; i < block->ops.count; i++) {
            const struct plan_op *op = plan_op_at(plan, block->ops.first + i);
            if (op->kind->act != PLAN_PIPELINE) {
                plan_shape_count(plan, counted, block, op, 1, false);
                continue;
            }
            uint64_t times = plan_iterations(plan, op);
            plan->ops = plan_shape_add(plan->ops, times);
            for (uint32_t k = 0; k < op->inner.count; k++)
                plan_shape_count(
                    plan, counted, block,
                    PLAN_AT(plan, plan_op, inner, op->inner.first + k), times,
                    true);
        }
    }
}

/* Assign its cells to each buffer. */
static void plan_shape_cells(struct gpu_plan *plan)
{
    int in_place = plan->goal && plan->in_place ? plan->goal->in_place : 0;
    uint64_t scale = plan->chunk / plan->cell, next = 0;
    for (uint32_t i = 0; i < plan->gpus; i++) {
        struct plan_gpu *gpu = plan_gpu_at(plan, i);
        uint64_t in = gpu->chunks[PLAN_INPUT] * scale;
        uint64_t out = gpu->chunks[PLAN_OUTPUT] * scale;
        uint64_t before_in = in_place == 2 ? i * in : 0;
        uint64_t before_out = in_place == 3 ? i * out : 0;
        if (!in_place)
            before_out = in;
        gpu->origin[PLAN_INPUT] = next + before_in;
        gpu->origin[PLAN_OUTPUT] = next + before_out;
        uint64_t end_in = before_in + in, end_out = before_out + out;
        next += end_in > end_out ? end_in : end_out;
        gpu->origin[PLAN_SCRATCH] = next;
        next += gpu->chunks[PLAN_SCRATCH] *
                (plan->wrap ? plan->wrap / plan->cell : scale) *
                (plan->packets ? 2 : 1) * (plan->doubled ? 2 : 1);
    }
    plan->cells = next;
}

static int plan_shape_limit(const char *what, uint64_t number, uint64_t most,
                            const struct weft_mscclpp_options *options,
                            struct weft_error *err)
{
    if (number <= most || options->trusted)
        return 0;
    return weft_error_set(
        err, WEFT_ERROR_LIMIT, 0, "%llu %s; at most %llu" SAY_NO_LIMIT,
        (unsigned long long)number, what, (unsigned long long)most);
}

int plan_shape(struct gpu_plan *plan,
               const struct weft_mscclpp_options *options,
               struct plan_report *report, struct weft_error *err)
{
    struct plan_counted counted = {0};
    if (plan_shape_size(plan, options->size, err))
        return -1;
    plan_shape_wrap(plan);
    plan_shape_each(plan, report, plan_shape_op);
    if (report->result->fault_count)
        return 0;
    plan->cell =
        plan->wrap ? common_divisor(plan->chunk, plan->wrap) : plan->chunk;
    plan_shape_each(plan, report, plan_shape_cut);
    plan_shape_count_all(plan, &counted);
    plan_shape_cells(plan);
    if (plan->cells >= UINT32_MAX)
        return weft_error_set(
            err, WEFT_ERROR_LIMIT, 0,
            "the plan's memory has more than 2^32 cells of %llu bytes",
            (unsigned long long)plan->cell);
    return plan_shape_limit("operations", plan->ops, PLAN_OPS_MAX, options,
                            err) ||
                   plan_shape_limit("cells", plan->cells, PLAN_CELLS_MAX,
                                    options, err) ||
                   plan_shape_limit("accesses to cells", counted.touched,
                                    PLAN_TOUCHED_MAX, options, err)
               ? -1
               : 0;
}
