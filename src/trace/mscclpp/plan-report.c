/* Faults and remarks: each is reported once, the first ones in full. */
#include "base/base.h"

#include "plan.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define PLAN_KEPT 32

const char *const weft_mscclpp_kind_names[WEFT_MSCCLPP_KINDS] = {
    "format", "bounds", "race",    "deadlock",  "unwritten",
    "twice",  "wrong",  "untaken", "semaphore", "early",
    "late",   "reuse",  "relaxed", "executor"};

/* What makes two faults the same. */
struct plan_seen {
    uint64_t key[4];
};

#define HASH_NAME plan_seen_table
#define HASH_ENTRY struct plan_seen_entry
#define HASH_KEY struct plan_seen
#define HASH_MEMBER seen
#define HASH_FREE(e) (!(e)->used)
#define HASH_OF(k)                                                             \
    mix_two(mix_two((k).key[0], (k).key[1]), mix_two((k).key[2], (k).key[3]))
#define HASH_SAME(a, b) (!memcmp(&(a), &(b), sizeof(a)))
struct plan_seen_entry {
    struct plan_seen seen;
    bool used;
};
#include "base/hash.h"

const struct plan_op *plan_place_op(const struct gpu_plan *plan,
                                    const struct plan_place *place)
{
    const struct plan_op *op = plan_op_at(
        plan, plan_block_at(plan, place->block)->ops.first + place->op);
    return place->iteration == UINT64_MAX || !op->inner.count
               ? op
               : PLAN_AT(plan, plan_op, inner, op->inner.first + place->inner);
}

void plan_place_text(const struct gpu_plan *plan,
                     const struct plan_place *place, char *text, size_t size)
{
    const struct plan_block *block = plan_block_at(plan, place->block);
    char inner[48] = "";
    if (place->iteration != UINT64_MAX)
        snprintf(inner, sizeof inner, "[iteration %llu, op %u]",
                 (unsigned long long)place->iteration, place->inner);
    snprintf(text, size, "GPU %u, thread block %u, op %u%s (%s)", block->gpu,
             block->id, place->op, inner,
             plan_place_op(plan, place)->kind->name);
}

static struct weft_mscclpp_place
plan_report_place(const struct gpu_plan *plan, const struct plan_place *place)
{
    if (!place)
        return (struct weft_mscclpp_place){-1, -1, -1, -1, -1, ""};
    const struct plan_block *block = plan_block_at(plan, place->block);
    bool inner = place->iteration != UINT64_MAX;
    return (struct weft_mscclpp_place){(int)block->gpu,
                                       (int)block->id,
                                       (int)place->op,
                                       inner ? (int64_t)place->iteration : -1,
                                       inner ? (int)place->inner : -1,
                                       plan_place_op(plan, place)->kind->name};
}

static uint64_t plan_report_key(const struct plan_place *place)
{
    if (!place)
        return UINT64_MAX;
    uint64_t inner = place->iteration == UINT64_MAX ? 0 : place->inner + 1;
    return (uint64_t)place->block << 40 ^ (uint64_t)place->op << 16 ^ inner;
}

/* Has it been reported? */
static bool plan_report_again(struct plan_report *report,
                              enum weft_mscclpp_kind kind,
                              const struct plan_spot *spot)
{
    struct plan_seen seen = {{(uint64_t)kind << 32 ^ (uint32_t)spot->rank,
                              plan_report_key(spot->place),
                              plan_report_key(spot->other), 0}};
    if (!spot->place)
        seen.key[2] = spot->cell.byte;
    struct plan_seen_entry *entry = plan_seen_table_get(report->seen, seen);
    if (!entry) {
        report->failed = true;
        return true;
    }
    bool again = entry->used;
    entry->used = true;
    return again;
}

static void plan_report_add(struct plan_report *report,
                            const struct gpu_plan *plan,
                            enum weft_mscclpp_kind kind,
                            const struct plan_spot *spot, bool remark,
                            const char *format, va_list arguments)
{
    struct weft_mscclpp_result *result = report->result;
    if (!report->seen)
        report->seen = calloc(1, sizeof *report->seen);
    if (!report->seen)
        report->failed = true;
    if (report->failed || plan_report_again(report, kind, spot))
        return;
    ++*(remark ? &result->remark_count : &result->fault_count);
    struct weft_mscclpp_fault **list =
        remark ? &result->remark : &result->fault;
    size_t *count = remark ? &result->remarks : &result->faults;
    if (*count == PLAN_KEPT)
        return;
    if (array_grow(list, remark ? &report->remark_room : &report->room,
                   *count + 1, sizeof **list)) {
        report->failed = true;
        return;
    }
    struct weft_mscclpp_fault *fault = &(*list)[(*count)++];
    *fault = (struct weft_mscclpp_fault){
        .kind = kind,
        .place = plan_report_place(plan, spot->place),
        .other = plan_report_place(plan, spot->other),
        .cell = spot->cell};
    if (!spot->cell.bytes)
        fault->cell.rank = -1;
    if (!spot->place)
        fault->place.rank = spot->rank;
    vsnprintf(fault->text, sizeof fault->text, format, arguments);
}

void plan_fault(struct plan_report *report, const struct gpu_plan *plan,
                enum weft_mscclpp_kind kind, const struct plan_spot *spot,
                const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    plan_report_add(report, plan, kind, spot, false, format, arguments);
    va_end(arguments);
}

void plan_remark(struct plan_report *report, const struct gpu_plan *plan,
                 enum weft_mscclpp_kind kind, const struct plan_spot *spot,
                 const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    plan_report_add(report, plan, kind, spot, true, format, arguments);
    va_end(arguments);
}

void plan_report_finish(struct plan_report *report)
{
    if (report->seen)
        plan_seen_table_finish(report->seen);
    free(report->seen);
}
