/* Read a plan from JSON, with one table of members for each kind of object.
 * Members may be in any order, so indices are checked after reading. */
#include "base/base.h"

#include "plan.h"

#include "trace/chrome/json-reader.h"
#include "trace/format.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define PLAN_DEPTH 32

struct plan_reader {
    struct json_reader json; /* 64 KiB */
    struct gpu_plan *plan;
    struct weft_error *err;
    bool trusted;
    char path[240]; /* of the value that is read, "gpus[0].id" */
    size_t length;
    uint32_t owner; /* index of the GPU or thread block that is read */
};

struct plan_member {
    const char *name;
    int (*read)(struct plan_reader *r, void *object,
                const struct plan_member *member);
    size_t at;     /* offset of the field in the object */
    uint64_t most; /* of a number; of a word: size of the field */
    bool needed;
    /* reads an element of a list */
    int (*each)(struct plan_reader *r, void *arg, uint64_t index);
};

#define PLAN_FIELD(type, field) offsetof(struct type, field)

static int plan_read_wrong(struct plan_reader *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static int plan_read_wrong(struct plan_reader *r, const char *format, ...)
{
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return json_fail(&r->json, "%s%s%s", r->path, r->length ? ": " : "", text);
}

static int plan_read_no_memory(struct plan_reader *r)
{
    return weft_error_set(r->err, WEFT_ERROR_MEMORY, 0, "no memory");
}

static int plan_read_limit(struct plan_reader *r, uint64_t most,
                           const char *what)
{
    return weft_error_set(r->err, WEFT_ERROR_LIMIT, 0,
                          "more than %llu %s" SAY_NO_LIMIT,
                          (unsigned long long)most, what);
}

static int plan_read_token(struct plan_reader *r)
{
    if (json_next(&r->json) <= JSON_END)
        return r->json.token == JSON_END ? plan_read_wrong(r, "the file ends")
                                         : -1;
    if (r->json.depth > PLAN_DEPTH)
        return plan_read_wrong(r, "brackets nested more than %d deep",
                               PLAN_DEPTH);
    return 0;
}

/* Append to the path, truncated if it is too long. Return its old length. */
static size_t plan_read_enter(struct plan_reader *r, const char *key,
                              uint64_t index)
{
    size_t before = r->length, room = sizeof r->path - before;
    const char *dot = before ? "." : "";
    int added;
    if (key)
        added = snprintf(r->path + before, room, "%s%.40s", dot, key);
    else
        added = snprintf(r->path + before, room, "[%llu]",
                         (unsigned long long)index);
    r->length += (size_t)added < room ? (size_t)added : room - 1;
    return before;
}

static void plan_read_leave(struct plan_reader *r, size_t before)
{
    r->length = before;
    r->path[before] = '\0';
}

static int plan_read_member(struct plan_reader *r, void *object,
                            const struct plan_member *members, uint32_t *seen)
{
    char key[64];
    snprintf(key, sizeof key, "%s", r->json.text);
    size_t i = 0;
    while (members[i].name && strcmp(members[i].name, r->json.text) != 0)
        i++;
    size_t before = plan_read_enter(r, key, 0);
    if (members[i].name && *seen >> i & 1)
        return plan_read_wrong(r, "the member is given twice");
    *seen |= members[i].name ? (uint32_t)1 << i : 0;
    int status = plan_read_token(r);
    if (!status)
        status = members[i].name ? members[i].read(r, object, &members[i])
                                 : json_skip(&r->json);
    plan_read_leave(r, before);
    return status;
}

static int plan_read_object(struct plan_reader *r, void *object,
                            const struct plan_member *members)
{
    uint32_t seen = 0;
    if (r->json.token != JSON_OBJECT)
        return plan_read_wrong(r, "an object is expected");
    for (;;) {
        if (plan_read_token(r))
            return -1;
        if (r->json.token == JSON_CLOSE)
            break;
        if (plan_read_member(r, object, members, &seen))
            return -1;
    }
    for (size_t i = 0; members[i].name; i++)
        if (members[i].needed && !(seen >> i & 1))
            return plan_read_wrong(r, "there is no member '%s'",
                                   members[i].name);
    return 0;
}

static int plan_read_list(struct plan_reader *r,
                          int (*each)(struct plan_reader *r, void *arg,
                                      uint64_t index),
                          void *arg)
{
    if (r->json.token != JSON_ARRAY)
        return plan_read_wrong(r, "a list is expected");
    for (uint64_t i = 0;; i++) {
        if (plan_read_token(r))
            return -1;
        if (r->json.token == JSON_CLOSE)
            return 0;
        size_t before = plan_read_enter(r, NULL, i);
        if (each(r, arg, i))
            return -1;
        plan_read_leave(r, before);
    }
}

static int plan_read_objects(struct plan_reader *r, void *object,
                             const struct plan_member *member)
{
    (void)object;
    return plan_read_list(r, member->each, NULL);
}

/* Return a new element of an array, zeroed, or NULL. */
static void *plan_read_add(struct plan_reader *r, struct plan_array *array,
                           size_t element)
{
    if (array->count >= PLAN_NONE - 1 ||
        array_grow(&array->at, &array->room, array->count + 1, element)) {
        plan_read_no_memory(r);
        return NULL;
    }
    void *added = (char *)array->at + array->count++ * element;
    memset(added, 0, element);
    return added;
}

/* ---- values -------------------------------------------------------------- */

static int plan_read_u64(struct plan_reader *r, uint64_t most, uint64_t *value)
{
    const char *text = r->json.text;
    char *end = NULL;
    errno = 0;
    if (r->json.token == JSON_NUMBER && *text != '-')
        *value = strtoull(text, &end, 10);
    if (!end || *end || errno || *value > most)
        return plan_read_wrong(r, "'%.40s' is not a number from 0 to %llu",
                               json_is_text(&r->json) ||
                                       r->json.token == JSON_WORD
                                   ? text
                                   : "a list or an object",
                               (unsigned long long)most);
    return 0;
}

static int plan_read_number(struct plan_reader *r, void *object,
                            const struct plan_member *member)
{
    return plan_read_u64(r, member->most ? member->most : UINT64_MAX,
                         (uint64_t *)((char *)object + member->at));
}

static int plan_read_flag(struct plan_reader *r, void *object,
                          const struct plan_member *member)
{
    bool *value = (bool *)((char *)object + member->at);
    *value = json_true(&r->json);
    return r->json.token == JSON_WORD &&
                   (*value || !strcmp(r->json.text, "false"))
               ? 0
               : plan_read_wrong(r, "true or false is expected");
}

static int plan_read_string(struct plan_reader *r)
{
    return r->json.token == JSON_STRING
               ? 0
               : plan_read_wrong(r, "a text in quotes is expected");
}

static int plan_read_word(struct plan_reader *r, void *object,
                          const struct plan_member *member)
{
    if (plan_read_string(r))
        return -1;
    char *text = (char *)object + member->at;
    json_copy(text, member->most, &r->json);
    text_make_plain(text);
    return 0;
}

/* Set *found to the index of the text in a list of words. */
static int plan_read_choice(struct plan_reader *r, const char *words,
                            uint32_t *found)
{
    if (plan_read_string(r))
        return -1;
    *found = 0;
    for (const char *at = words; *at; ++*found) {
        size_t length = strcspn(at, " ");
        if (r->json.length == length && !memcmp(at, r->json.text, length))
            return 0;
        at += length + (at[length] == ' ');
    }
    return plan_read_wrong(r, "'%.40s' is not one of: %s", r->json.text, words);
}

static int plan_read_channel_type(struct plan_reader *r, void *object,
                                  const struct plan_member *member)
{
    return plan_read_choice(r, "memory port switch",
                            (uint32_t *)((char *)object + member->at));
}

static int plan_read_buffer(struct plan_reader *r, void *object,
                            const struct plan_member *member)
{
    uint32_t found;
    if (plan_read_choice(r, "i o s", &found))
        return -1;
    *(uint32_t *)((char *)object + member->at) = found;
    return 0;
}

static int plan_read_one_id(struct plan_reader *r, void *arg, uint64_t index)
{
    uint64_t value = 0;
    (void)index;
    if (plan_read_u64(r, PLAN_NONE - 1, &value))
        return -1;
    uint32_t *id = plan_read_add(r, arg, sizeof *id);
    if (id)
        *id = (uint32_t)value;
    return id ? 0 : -1;
}

/* Read a list of numbers, which follow one another in id[]. */
static int plan_read_ids(struct plan_reader *r, void *object,
                         const struct plan_member *member)
{
    struct plan_slice *slice =
        (struct plan_slice *)((char *)object + member->at);
    struct plan_array *ids = &r->plan->id;
    slice->first = (uint32_t)ids->count;
    int status = plan_read_list(r, plan_read_one_id, ids);
    slice->count = (uint32_t)ids->count - slice->first;
    return status;
}

/* ---- operations ---------------------------------------------------------- */

/* An entry as in the file; PLAN_NONE: the member is absent. */
struct plan_raw_entry {
    uint32_t type;
    uint64_t buffer, group, index, size;
};

static int plan_read_entry(struct plan_reader *r, void *arg, uint64_t index)
{
    static const struct plan_member members[] = {
        {"type", plan_read_buffer, PLAN_FIELD(plan_raw_entry, type)},
        {"buffer_id", plan_read_number, PLAN_FIELD(plan_raw_entry, buffer),
         PLAN_NONE - 1},
        {"switch_channel_id", plan_read_number,
         PLAN_FIELD(plan_raw_entry, group), PLAN_NONE - 1},
        {"index", plan_read_number, PLAN_FIELD(plan_raw_entry, index),
         PLAN_CHUNKS_MAX, true},
        {"size", plan_read_number, PLAN_FIELD(plan_raw_entry, size),
         PLAN_CHUNKS_MAX, true},
        {0}};
    struct plan_raw_entry raw = {PLAN_NONE, PLAN_NONE, PLAN_NONE, 0, 0};
    (void)arg;
    (void)index;
    if (plan_read_object(r, &raw, members))
        return -1;
    struct plan_entry *entry = plan_read_add(r, &r->plan->entry, sizeof *entry);
    if (!entry)
        return -1;
    *entry = (struct plan_entry){PLAN_OWN, raw.type, raw.index, raw.size};
    if (raw.group != PLAN_NONE)
        *entry = (struct plan_entry){PLAN_GROUP, (uint32_t)raw.group, raw.index,
                                     raw.size};
    else if (raw.buffer != PLAN_NONE)
        *entry = (struct plan_entry){PLAN_REMOTE, (uint32_t)raw.buffer,
                                     raw.index, raw.size};
    else if (raw.type == PLAN_NONE)
        return plan_read_wrong(
            r, "there is no member type, buffer_id or switch_channel_id");
    return 0;
}

static int plan_read_entries(struct plan_reader *r, void *object,
                             const struct plan_member *member)
{
    struct plan_slice *slice =
        (struct plan_slice *)((char *)object + member->at);
    slice->first = (uint32_t)r->plan->entry.count;
    int status = plan_read_list(r, plan_read_entry, NULL);
    slice->count = (uint32_t)r->plan->entry.count - slice->first;
    return status;
}

static int plan_read_kind(struct plan_reader *r, void *object,
                          const struct plan_member *member)
{
    struct plan_op *op = object;
    (void)member;
    if (plan_read_string(r))
        return -1;
    op->kind = plan_kind_find(r->json.text);
    return op->kind
               ? 0
               : plan_read_wrong(r, "unknown operation '%.40s'", r->json.text);
}

static int plan_read_reduction(struct plan_reader *r, void *object,
                               const struct plan_member *member)
{
    struct plan_op *op = object;
    uint32_t found;
    (void)member;
    if (plan_read_choice(r, "sum min max", &found))
        return -1;
    op->extremes = found > 0;
    op->reduces = true;
    return 0;
}

static int plan_read_part(struct plan_reader *r, void *object,
                          const struct plan_member *member)
{
    static const struct plan_member members[] = {
        {"tb_id", plan_read_number, PLAN_FIELD(plan_op, part), PLAN_BLOCKS_MAX,
         true},
        {"tbg_size", plan_read_number, PLAN_FIELD(plan_op, parts),
         PLAN_BLOCKS_MAX, true},
        {0}};
    struct plan_op *op = object;
    (void)member;
    if (plan_read_object(r, op, members))
        return -1;
    return op->part < op->parts
               ? 0
               : plan_read_wrong(r, "tb_id is not below tbg_size");
}

static int plan_read_iterations(struct plan_reader *r, void *object,
                                const struct plan_member *member)
{
    static const struct plan_member members[] = {
        {"unit_size", plan_read_number, PLAN_FIELD(plan_op, unit),
         (uint64_t)1 << 40, true},
        {"num_chunks", plan_read_number, PLAN_FIELD(plan_op, chunks),
         PLAN_CHUNKS_MAX, true},
        {0}};
    struct plan_op *op = object;
    (void)member;
    if (plan_read_object(r, op, members))
        return -1;
    return op->unit ? 0 : plan_read_wrong(r, "unit_size is 0");
}

static int plan_read_inner(struct plan_reader *r, void *object,
                           const struct plan_member *member);

static const struct plan_member plan_op_members[] = {
    {"name", plan_read_kind, 0, 0, true},
    {"src_buff", plan_read_entries, PLAN_FIELD(plan_op, source)},
    {"dst_buff", plan_read_entries, PLAN_FIELD(plan_op, target)},
    {"channel_type", plan_read_channel_type, PLAN_FIELD(plan_op, channel)},
    {"channel_ids", plan_read_ids, PLAN_FIELD(plan_op, ids)},
    {"semaphore_ids", plan_read_ids, PLAN_FIELD(plan_op, semaphores)},
    {"barrier_id", plan_read_number, PLAN_FIELD(plan_op, barrier),
     PLAN_BLOCKS_MAX},
    {"num_threadblocks", plan_read_number, PLAN_FIELD(plan_op, barrier_blocks),
     PLAN_BLOCKS_MAX},
    {"reduce_op", plan_read_reduction},
    {"tbg_info", plan_read_part},
    {"iter_context", plan_read_iterations},
    {"ops", plan_read_inner},
    {0}};

/* Read an operation into the array `arg`. It is added after its inner
 * operations. */
static int plan_read_op(struct plan_reader *r, void *arg, uint64_t index)
{
    struct plan_op op = {.channel = PLAN_NONE, .parts = 1};
    (void)index;
    if (plan_read_object(r, &op, plan_op_members))
        return -1;
    bool pipeline = op.kind->act == PLAN_PIPELINE;
    if (pipeline && (arg == &r->plan->inner || !op.unit))
        return plan_read_wrong(r, op.unit ? "a pipeline within a pipeline"
                                          : "a pipeline without iter_context");
    if (!pipeline && op.inner.count)
        return plan_read_wrong(r, "only a pipeline has ops");
    struct plan_op *added = plan_read_add(r, arg, sizeof op);
    if (added)
        *added = op;
    return added ? 0 : -1;
}

static int plan_read_inner(struct plan_reader *r, void *object,
                           const struct plan_member *member)
{
    struct plan_op *op = object;
    struct plan_array *inner = &r->plan->inner;
    (void)member;
    op->inner.first = (uint32_t)inner->count;
    int status = plan_read_list(r, plan_read_op, inner);
    op->inner.count = (uint32_t)inner->count - op->inner.first;
    return status;
}

/* ---- thread blocks ------------------------------------------------------- */

/* A list of numbers together with the type of channels that they are for. */
struct plan_typed {
    uint32_t type;
    struct plan_slice ids;
};

/* Move the ids, which are the last ones, to the list of their type. */
static int plan_read_sort(struct plan_reader *r, const struct plan_typed *typed,
                          struct plan_array *lists)
{
    for (uint32_t i = 0; i < typed->ids.count; i++) {
        uint32_t *id = plan_read_add(r, &lists[typed->type], sizeof(uint32_t));
        if (!id)
            return -1;
        *id = plan_number(&r->plan->id, typed->ids, i);
    }
    r->plan->id.count = typed->ids.first;
    return 0;
}

static int plan_read_local(struct plan_reader *r, void *arg, uint64_t index)
{
    static const struct plan_member members[] = {
        {"channel_type", plan_read_channel_type, PLAN_FIELD(plan_typed, type),
         0, true},
        {"channel_ids", plan_read_ids, PLAN_FIELD(plan_typed, ids), 0, true},
        {0}};
    struct plan_typed typed = {0};
    (void)arg;
    (void)index;
    return plan_read_object(r, &typed, members) ||
                   plan_read_sort(r, &typed, r->plan->local)
               ? -1
               : 0;
}

static int plan_read_seen(struct plan_reader *r, void *arg, uint64_t index)
{
    static const struct plan_member members[] = {
        {"access_channel_type", plan_read_channel_type,
         PLAN_FIELD(plan_typed, type), 0, true},
        {"remote_buffer_ids", plan_read_ids, PLAN_FIELD(plan_typed, ids), 0,
         true},
        {0}};
    struct plan_typed typed = {0};
    (void)arg;
    (void)index;
    return plan_read_object(r, &typed, members) ||
                   plan_read_sort(r, &typed, r->plan->seen)
               ? -1
               : 0;
}

/* The id of an object must be its position in the list. */
static int plan_read_position(struct plan_reader *r, void *object,
                              const struct plan_member *member)
{
    uint64_t value = 0;
    (void)object;
    (void)member;
    if (plan_read_u64(r, UINT32_MAX, &value))
        return -1;
    return value == r->owner
               ? 0
               : plan_read_wrong(r, "the id is %llu, its position is %u",
                                 (unsigned long long)value, r->owner);
}

static int plan_read_outer(struct plan_reader *r, void *arg, uint64_t index)
{
    (void)arg;
    return plan_read_op(r, &r->plan->op, index);
}

static const struct plan_member plan_block_members[] = {
    {"id", plan_read_position, 0, 0, true},
    {"ops", plan_read_objects, 0, 0, true, plan_read_outer},
    {"channels", plan_read_objects, 0, 0, false, plan_read_local},
    {"remote_buffer_refs", plan_read_objects, 0, 0, false, plan_read_seen},
    {0}};

static int plan_read_block(struct plan_reader *r, void *arg, uint64_t index)
{
    struct gpu_plan *plan = r->plan;
    uint32_t owner = r->owner;
    struct plan_block block = {.gpu = owner, .id = (uint32_t)index};
    (void)arg;
    if (plan->block.count >= PLAN_BLOCKS_MAX && !r->trusted)
        return plan_read_limit(r, PLAN_BLOCKS_MAX, "thread blocks");
    r->owner = (uint32_t)index;
    block.ops.first = (uint32_t)plan->op.count;
    for (int t = 0; t < PLAN_TYPES; t++) {
        block.channels[t].first = (uint32_t)plan->local[t].count;
        block.remotes[t].first = (uint32_t)plan->seen[t].count;
    }
    if (plan_read_object(r, &block, plan_block_members))
        return -1;
    r->owner = owner;
    block.ops.count = (uint32_t)plan->op.count - block.ops.first;
    for (int t = 0; t < PLAN_TYPES; t++) {
        block.channels[t].count =
            (uint32_t)plan->local[t].count - block.channels[t].first;
        block.remotes[t].count =
            (uint32_t)plan->seen[t].count - block.remotes[t].first;
    }
    struct plan_block *added = plan_read_add(r, &plan->block, sizeof block);
    if (added)
        *added = block;
    return added ? 0 : -1;
}

/* ---- GPUs ---------------------------------------------------------------- */

struct plan_raw_channel {
    uint32_t type, buffer;
    struct plan_slice peers;
};

static int plan_read_rank_group(struct plan_reader *r, void *arg,
                                uint64_t index)
{
    static const struct plan_member members[] = {
        {"size", plan_read_number, PLAN_FIELD(plan_group, size),
         PLAN_CHUNKS_MAX, true},
        {"ranks", plan_read_ids, PLAN_FIELD(plan_group, ranks), 0, true},
        {0}};
    struct plan_group group = {0};
    (void)arg;
    (void)index;
    if (plan_read_object(r, &group, members))
        return -1;
    if (!group.ranks.count)
        return plan_read_wrong(r, "ranks is an empty list");
    group.buffer = PLAN_BUFFERS; /* set when the channel has been read */
    struct plan_group *added = plan_read_add(r, &r->plan->group, sizeof group);
    if (added)
        *added = group;
    return added ? 0 : -1;
}

static int plan_read_channel(struct plan_reader *r, void *arg, uint64_t index)
{
    static const struct plan_member members[] = {
        {"channel_type", plan_read_channel_type,
         PLAN_FIELD(plan_raw_channel, type), 0, true},
        {"connected_to", plan_read_ids, PLAN_FIELD(plan_raw_channel, peers)},
        {"buffer_type", plan_read_buffer, PLAN_FIELD(plan_raw_channel, buffer)},
        {"rank_groups", plan_read_objects, 0, 0, false, plan_read_rank_group},
        {0}};
    struct gpu_plan *plan = r->plan;
    struct plan_raw_channel raw = {0, PLAN_NONE, {0, 0}};
    size_t groups = plan->group.count;
    (void)arg;
    (void)index;
    if (plan_read_object(r, &raw, members))
        return -1;
    if (raw.type == PLAN_SWITCH && raw.buffer == PLAN_NONE)
        return plan_read_wrong(r, "a switch channel without buffer_type");
    if (raw.type != PLAN_SWITCH && plan->group.count > groups)
        return plan_read_wrong(r, "only a switch channel has rank_groups");
    for (size_t i = groups; i < plan->group.count; i++)
        PLAN_AT(plan, plan_group, group, i)->buffer = raw.buffer;
    for (uint32_t i = 0; raw.type != PLAN_SWITCH && i < raw.peers.count; i++) {
        struct plan_channel *channel = plan_read_add(
            r, &plan->channel[raw.type], sizeof(struct plan_channel));
        if (!channel)
            return -1;
        *channel = (struct plan_channel){
            r->owner, plan_number(&plan->id, raw.peers, i), PLAN_NONE};
    }
    return 0;
}

struct plan_raw_remote {
    uint64_t rank;
    uint32_t type;
    unsigned access;
};

static int plan_read_one_access(struct plan_reader *r, void *arg,
                                uint64_t index)
{
    struct plan_raw_remote *raw = arg;
    uint32_t found;
    (void)index;
    if (plan_read_choice(r, "memory port switch", &found))
        return -1;
    raw->access |= 1u << found;
    return 0;
}

static int plan_read_access(struct plan_reader *r, void *object,
                            const struct plan_member *member)
{
    (void)member;
    return plan_read_list(r, plan_read_one_access, object);
}

static int plan_read_remote(struct plan_reader *r, void *arg, uint64_t index)
{
    static const struct plan_member members[] = {
        {"rank", plan_read_number, PLAN_FIELD(plan_raw_remote, rank),
         PLAN_NONE - 1, true},
        {"type", plan_read_buffer, PLAN_FIELD(plan_raw_remote, type), 0, true},
        {"access_channel_types", plan_read_access, 0, 0, true},
        {0}};
    struct plan_raw_remote raw = {0};
    (void)arg;
    (void)index;
    if (plan_read_object(r, &raw, members))
        return -1;
    struct plan_remote *added =
        plan_read_add(r, &r->plan->remote, sizeof *added);
    if (added)
        *added = (struct plan_remote){(uint32_t)raw.rank, raw.type, raw.access};
    return added ? 0 : -1;
}

static int plan_read_semaphore(struct plan_reader *r, void *arg, uint64_t index)
{
    static const struct plan_member members[] = {
        {"init_value", plan_read_number, 0, INT32_MAX, true}, {0}};
    uint64_t *value = plan_read_add(r, &r->plan->semaphore, sizeof *value);
    (void)arg;
    (void)index;
    return value ? plan_read_object(r, value, members) : -1;
}

static const struct plan_member plan_gpu_members[] = {
    {"id", plan_read_position, 0, 0, true},
    {"input_chunks", plan_read_number, PLAN_FIELD(plan_gpu, chunks[PLAN_INPUT]),
     PLAN_CHUNKS_MAX, true},
    {"output_chunks", plan_read_number,
     PLAN_FIELD(plan_gpu, chunks[PLAN_OUTPUT]), PLAN_CHUNKS_MAX, true},
    {"scratch_chunks", plan_read_number,
     PLAN_FIELD(plan_gpu, chunks[PLAN_SCRATCH]), PLAN_CHUNKS_MAX, true},
    {"threadblocks", plan_read_objects, 0, 0, true, plan_read_block},
    {"channels", plan_read_objects, 0, 0, false, plan_read_channel},
    {"remote_buffers", plan_read_objects, 0, 0, false, plan_read_remote},
    {"semaphores", plan_read_objects, 0, 0, false, plan_read_semaphore},
    {0}};

static int plan_read_gpu(struct plan_reader *r, void *arg, uint64_t index)
{
    struct gpu_plan *plan = r->plan;
    struct plan_gpu gpu = {.blocks.first = (uint32_t)plan->block.count};
    struct {
        const struct plan_array *array;
        struct plan_slice *slice;
    } parts[] = {{&plan->block, &gpu.blocks},
                 {&plan->channel[PLAN_MEMORY], &gpu.channels[PLAN_MEMORY]},
                 {&plan->channel[PLAN_PORT], &gpu.channels[PLAN_PORT]},
                 {&plan->group, &gpu.groups},
                 {&plan->remote, &gpu.remotes},
                 {&plan->semaphore, &gpu.semaphores}};
    size_t count = sizeof parts / sizeof *parts;
    (void)arg;
    if (index >= PLAN_GPUS_MAX && !r->trusted)
        return plan_read_limit(r, PLAN_GPUS_MAX, "GPUs");
    r->owner = (uint32_t)index;
    for (size_t i = 0; i < count; i++)
        parts[i].slice->first = (uint32_t)parts[i].array->count;
    if (plan_read_object(r, &gpu, plan_gpu_members))
        return -1;
    for (size_t i = 0; i < count; i++)
        parts[i].slice->count =
            (uint32_t)parts[i].array->count - parts[i].slice->first;
    struct plan_gpu *added = plan_read_add(r, &plan->gpu, sizeof gpu);
    if (added)
        *added = gpu;
    return added ? 0 : -1;
}

/* ---- the file ------------------------------------------------------------ */

static int plan_read_protocol(struct plan_reader *r, void *object,
                              const struct plan_member *member)
{
    struct gpu_plan *plan = object;
    uint32_t found;
    (void)member;
    if (plan_read_choice(r, "Simple LL", &found))
        return -1;
    plan->packets = found == 1;
    return 0;
}

static int plan_read_root(struct plan_reader *r, void *object,
                          const struct plan_member *member)
{
    struct gpu_plan *plan = object;
    plan->has_root = true;
    return plan_read_number(r, object, member);
}

static const struct plan_member plan_members[] = {
    {"name", plan_read_word, PLAN_FIELD(gpu_plan, name),
     sizeof((struct gpu_plan *)0)->name},
    {"collective", plan_read_word, PLAN_FIELD(gpu_plan, collective),
     sizeof((struct gpu_plan *)0)->collective, true},
    {"protocol", plan_read_protocol, 0, 0, true},
    {"inplace", plan_read_flag, PLAN_FIELD(gpu_plan, in_place)},
    {"reuse_resources", plan_read_flag, PLAN_FIELD(gpu_plan, reuse)},
    {"use_double_scratch_buffer", plan_read_flag,
     PLAN_FIELD(gpu_plan, doubled)},
    {"num_threads_per_block", plan_read_number, PLAN_FIELD(gpu_plan, threads)},
    {"buffer_alignment", plan_read_number, PLAN_FIELD(gpu_plan, alignment),
     (uint64_t)1 << 30},
    {"min_message_size", plan_read_number, PLAN_FIELD(gpu_plan, least)},
    {"max_message_size", plan_read_number, PLAN_FIELD(gpu_plan, most)},
    {"root", plan_read_root, PLAN_FIELD(gpu_plan, root), PLAN_NONE - 1},
    {"gpus", plan_read_objects, 0, 0, true, plan_read_gpu},
    {0}};

/* Join the ends of channels: the k-th of a to b with the k-th of b to a. */
static int plan_read_by_peer(const void *x, const void *y)
{
    const uint64_t *a = x, *b = y;
    for (int i = 0; i < 4; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

/* Sort the ends by {lower GPU, higher GPU, number, which end}: two ends that
 * belong together are neighbours. */
static int plan_read_pair(struct plan_reader *r, struct plan_array *array)
{
    struct plan_channel *channel = array->at;
    size_t count = array->count;
    uint64_t(*key)[5] = calloc(count + 1, sizeof *key);
    if (!key)
        return plan_read_no_memory(r);
    for (size_t i = 0; i < count; i++) {
        uint64_t a = channel[i].gpu, b = channel[i].peer;
        key[i][0] = a < b ? a : b;
        key[i][1] = a < b ? b : a;
        key[i][2] = a > b;
        key[i][3] = i;
    }
    qsort(key, count, sizeof *key, plan_read_by_peer);
    for (size_t i = 0, first = 0; i < count; i++) {
        if (i && memcmp(key[i], key[i - 1], 3 * sizeof **key) != 0)
            first = i;
        key[i][4] = i - first;
    }
    for (size_t i = 0; i < count; i++) {
        uint64_t number = key[i][4];
        key[i][4] = key[i][2];
        key[i][2] = number;
        uint64_t index = key[i][3];
        key[i][3] = key[i][4];
        key[i][4] = index;
    }
    qsort(key, count, sizeof *key, plan_read_by_peer);
    for (size_t i = 0; i < count; i++)
        if (channel[i].gpu == channel[i].peer)
            channel[i].pair = (uint32_t)i;
    for (size_t i = 1; i < count; i++)
        if (key[i][0] != key[i][1] &&
            !memcmp(key[i], key[i - 1], 3 * sizeof **key)) {
            channel[key[i][4]].pair = (uint32_t)key[i - 1][4];
            channel[key[i - 1][4]].pair = (uint32_t)key[i][4];
        }
    free(key);
    return 0;
}

static int plan_read_below(struct plan_reader *r, uint64_t value,
                           uint64_t count, const char *where, uint32_t gpu,
                           const char *what)
{
    if (value < count)
        return 0;
    return weft_error_set(r->err, WEFT_ERROR_FORMAT, 0,
                          "%s of GPU %u: %s %llu, but there are only %llu",
                          where, gpu, what, (unsigned long long)value,
                          (unsigned long long)count);
}

/* Check the indices of a thread block's lists. */
static int plan_read_check_block(struct plan_reader *r,
                                 const struct plan_block *block)
{
    const struct gpu_plan *plan = r->plan;
    const struct plan_gpu *gpu = plan_gpu_at(plan, block->gpu);
    for (int t = 0; t < PLAN_TYPES; t++) {
        uint32_t most =
            t == PLAN_SWITCH ? gpu->groups.count : gpu->channels[t].count;
        for (uint32_t i = 0; i < block->channels[t].count; i++)
            if (plan_read_below(
                    r, plan_number(&plan->local[t], block->channels[t], i),
                    most, "channels of a thread block", block->gpu, "channel"))
                return -1;
        for (uint32_t i = 0; i < block->remotes[t].count; i++)
            if (plan_read_below(
                    r, plan_number(&plan->seen[t], block->remotes[t], i),
                    gpu->remotes.count, "remote_buffer_refs of a thread block",
                    block->gpu, "remote buffer"))
                return -1;
    }
    return 0;
}

static int plan_read_check_gpu(struct plan_reader *r, uint32_t at)
{
    const struct gpu_plan *plan = r->plan;
    const struct plan_gpu *gpu = plan_gpu_at(plan, at);
    for (uint32_t i = 0; i < gpu->remotes.count; i++) {
        const struct plan_remote *remote =
            PLAN_AT(plan, plan_remote, remote, gpu->remotes.first + i);
        if (plan_read_below(r, remote->rank, plan->gpus, "remote_buffers", at,
                            "rank"))
            return -1;
    }
    for (uint32_t i = 0; i < gpu->groups.count; i++) {
        const struct plan_group *group =
            PLAN_AT(plan, plan_group, group, gpu->groups.first + i);
        for (uint32_t k = 0; k < group->ranks.count; k++)
            if (plan_read_below(r, plan_number(&plan->id, group->ranks, k),
                                plan->gpus, "rank_groups", at, "rank"))
                return -1;
    }
    for (uint32_t i = 0; i < gpu->blocks.count; i++)
        if (plan_read_check_block(r,
                                  plan_block_at(plan, gpu->blocks.first + i)))
            return -1;
    return 0;
}

static int plan_read_whole(struct plan_reader *r)
{
    struct gpu_plan *plan = r->plan;
    plan->gpus = (uint32_t)plan->gpu.count;
    plan->blocks = (uint32_t)plan->block.count;
    plan->goal = plan_goal_find(plan->collective);
    if (!plan->gpus)
        return plan_read_wrong(r, "gpus is an empty list");
    if (!plan->alignment)
        return plan_read_wrong(r, "buffer_alignment is 0");
    for (int t = 0; t < 2; t++) {
        for (size_t i = 0; i < plan->channel[t].count; i++) {
            const struct plan_channel *channel =
                (struct plan_channel *)plan->channel[t].at + i;
            if (plan_read_below(r, channel->peer, plan->gpus, "channels",
                                channel->gpu, "rank"))
                return -1;
        }
        if (plan_read_pair(r, &plan->channel[t]))
            return -1;
    }
    for (uint32_t i = 0; i < plan->gpus; i++)
        if (plan_read_check_gpu(r, i))
            return -1;
    return plan_read_below(r, plan->root, plan->gpus, "the root", 0, "rank");
}

static int plan_read_file(struct plan_reader *r)
{
    if (plan_read_token(r) || plan_read_object(r, r->plan, plan_members))
        return -1;
    if (json_next(&r->json) != JSON_END)
        return r->json.token == JSON_ERROR
                   ? -1
                   : plan_read_wrong(r, "text after the plan");
    return plan_read_whole(r);
}

int plan_read(struct gpu_plan *plan, struct input *in, struct weft_error *err)
{
    *plan = (struct gpu_plan){
        .threads = 1024, .alignment = 16, .most = UINT64_MAX, .cell = 1};
    struct weft_error own = {0};
    struct plan_reader *r = calloc(1, sizeof *r);
    if (!r || json_init(&r->json, in, &own)) {
        free(r);
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    }
    r->plan = plan;
    r->err = &own;
    r->trusted = in_trusted(in);
    int status = plan_read_file(r);
    if (!status && in_failed(in, &own))
        status = -1;
    if (status && !own.kind)
        plan_read_no_memory(r);
    if (status && err)
        *err = own;
    json_finish(&r->json);
    free(r);
    return status;
}

void plan_release(struct gpu_plan *plan)
{
    struct plan_array *arrays[] = {
        &plan->gpu,       &plan->block,      &plan->op,         &plan->inner,
        &plan->entry,     &plan->id,         &plan->remote,     &plan->group,
        &plan->semaphore, &plan->channel[0], &plan->channel[1], &plan->local[0],
        &plan->local[1],  &plan->local[2],   &plan->seen[0],    &plan->seen[1],
        &plan->seen[2]};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]->at);
    *plan = (struct gpu_plan){.gpus = 0};
}
