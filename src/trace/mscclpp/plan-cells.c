/* The memory of the GPUs: contents of cells, and the accesses to them that must
 * be ordered. */
#include "base/base.h"

#include "run.h"

#include <stdlib.h>
#include <string.h>

/* ---- the beginning of a launch ------------------------------------------- */

static void plan_cell_forget(struct plan_run *run, struct plan_cell *cell)
{
    while (cell->more) {
        struct plan_more *more = &run->more[cell->more];
        uint32_t next = more->next;
        more->next = run->spare_more;
        run->spare_more = cell->more;
        cell->more = next;
    }
    cell->read = 0;
    cell->seen = false;
}

static void plan_cells_set(struct plan_run *run, uint64_t first, uint64_t count,
                           enum plan_form form)
{
    for (uint64_t i = first; i < first + count; i++) {
        struct plan_cell *cell = &run->cell[i];
        plan_value_drop(run, cell->value);
        plan_cell_forget(run, cell);
        cell->value = NULL;
        cell->write = 0;
        cell->form = (uint8_t)form;
    }
}

void plan_cells_begin(struct plan_run *run, uint32_t at)
{
    const struct gpu_plan *plan = run->plan;
    const struct plan_gpu *gpu = plan_gpu_at(plan, at);
    uint64_t scale = plan->chunk / plan->cell;
    plan_cells_set(run, gpu->origin[PLAN_OUTPUT],
                   gpu->chunks[PLAN_OUTPUT] * scale, PLAN_EMPTY);
    plan_cells_set(run, gpu->origin[PLAN_INPUT],
                   gpu->chunks[PLAN_INPUT] * scale, PLAN_OWN_INPUT);
}

void plan_cells_finish(struct plan_run *run)
{
    if (run->cell)
        for (uint64_t i = 0; i < run->plan->cells; i++)
            plan_value_drop(run, run->cell[i].value);
    free(run->cell);
}

uint64_t plan_cell_of(const struct plan_run *run, const struct plan_span *span,
                      uint32_t launch, uint64_t at)
{
    const struct gpu_plan *plan = run->plan;
    const struct plan_gpu *gpu = plan_gpu_at(plan, span->gpu);
    uint64_t cell = (span->start + at) / plan->cell;
    if (span->packet)
        cell *= 2;
    if (span->buffer == PLAN_SCRATCH && plan->doubled && launch % 2 == 0)
        cell += gpu->chunks[PLAN_SCRATCH] *
                ((plan->wrap ? plan->wrap : plan->chunk) / plan->cell) *
                (plan->packets ? 2 : 1);
    return gpu->origin[span->buffer] + cell;
}

/* ---- accesses ------------------------------------------------------------ */

uint32_t plan_access_add(struct plan_run *run, const struct plan_place *place,
                         uint32_t launch, uint32_t component, uint32_t epoch)
{
    size_t index = run->accesses ? run->accesses : 1;
    if (index >= PLAN_NONE || array_grow(&run->access, &run->access_room,
                                         index + 1, sizeof *run->access)) {
        plan_run_stop(run);
        return 0;
    }
    run->access[index] = (struct plan_access){.place = *place,
                                              .instance = (uint32_t)index,
                                              .component = component,
                                              .epoch = epoch,
                                              .launch = launch,
                                              .reads = PLAN_NONE};
    run->accesses = index + 1;
    return (uint32_t)index;
}

static bool plan_access_before(const struct plan_run *run,
                               const struct plan_actor *actor, uint32_t earlier,
                               enum plan_half half)
{
    const struct plan_access *access = &run->access[earlier];
    return plan_stamp_at(run, &actor->known, half, access->component) >=
           access->epoch;
}

/* Is a read ordered before the actor's access in execution order? */
static bool plan_read_before(const struct plan_run *run,
                             const struct plan_actor *actor, uint32_t earlier)
{
    const struct plan_access *access = &run->access[earlier];
    return plan_access_before(run, actor, earlier, PLAN_EO) ||
           (access->reads != PLAN_NONE &&
            plan_stamp_at(run, &actor->known, PLAN_EO, access->reads) >=
                access->epoch);
}

/* Return what would order two accesses. */
static const char *plan_race_help(const struct plan_run *run,
                                  const struct plan_access *earlier,
                                  const struct plan_actor *actor)
{
    const struct plan_access *later = &run->access[actor->access];
    const struct gpu_plan *plan = run->plan;
    uint32_t block = later->place.block;
    if (plan_access_before(run, actor, (uint32_t)(earlier - run->access),
                           PLAN_EO))
        return "only a relaxed signal or a packet is between them; a signal "
               "and a wait would order them";
    if (earlier->component >=
        plan->blocks + plan->gpus + plan->blocks * run->slots)
        return "a flush, or a signal of the same port channel and a wait would "
               "order them";
    if (earlier->place.block == block)
        return "a nop between them would order them";
    const struct plan_runner *runner = &run->runner[block];
    for (size_t i = 0; i < runner->knowns; i++)
        if (!runner->known[i].execution &&
            plan_stamp_at(run, &runner->known[i].stamp, PLAN_HB,
                          earlier->component) >= earlier->epoch)
            return "a nop after the wait would order them";
    if (plan_stamp_at(run, &actor->known, PLAN_EO, earlier->component) + 1 ==
        earlier->epoch)
        return "a nop after the first and a signal and a wait would order "
               "them";
    return "a signal and a wait would order them";
}

/* Report a race, unless the accesses are those of one operation. */
static void plan_race(struct plan_run *run, const struct plan_actor *actor,
                      const struct plan_span *span, uint64_t at,
                      uint32_t earlier, const char *what, const char *before)
{
    const struct plan_access *access = &run->access[earlier];
    const struct gpu_plan *plan = run->plan;
    char text[80];
    struct plan_spot spot = {-1,
                             &run->access[actor->access].place,
                             &access->place,
                             {(int)span->gpu, "ios"[span->buffer],
                              (span->packet ? 2 : 1) * (span->start + at),
                              plan -> cell}};
    plan_place_text(plan, &access->place, text, sizeof text);
    plan_fault(run->report, plan, WEFT_MSCCLPP_RACE, &spot,
               "it %s memory that %s %s; %s", what, text, before,
               plan_race_help(run, access, actor));
}

/* Is the access by the same operation as the actor's? */
static bool plan_same_op(const struct plan_run *run,
                         const struct plan_actor *actor, uint32_t access)
{
    return run->access[access].instance == run->access[actor->access].instance;
}

/* Check the order after the last write. */
static void plan_check_write(struct plan_run *run,
                             const struct plan_actor *actor,
                             const struct plan_span *span, uint64_t at,
                             const struct plan_cell *cell, bool writes)
{
    uint32_t write = cell->write;
    if (!write || plan_same_op(run, actor, write))
        return;
    bool same_launch =
        run->access[write].launch == run->access[actor->access].launch;
    if (!plan_access_before(run, actor, write, same_launch ? PLAN_HB : PLAN_EO))
        plan_race(run, actor, span, at, write, writes ? "writes" : "reads",
                  "writes");
}

static void plan_check_reads(struct plan_run *run,
                             const struct plan_actor *actor,
                             const struct plan_span *span, uint64_t at,
                             const struct plan_cell *cell)
{
    uint32_t read = cell->read, more = cell->more;
    while (read) {
        if (!plan_same_op(run, actor, read) &&
            !plan_read_before(run, actor, read))
            plan_race(run, actor, span, at, read, "writes", "reads");
        read = more ? run->more[more].access : 0;
        more = more ? run->more[more].next : 0;
    }
}

static void plan_add_read(struct plan_run *run, const struct plan_actor *actor,
                          struct plan_cell *cell)
{
    if (cell->read == actor->access)
        return;
    if (cell->read && !plan_access_before(run, actor, cell->read, PLAN_EO)) {
        uint32_t more = run->spare_more;
        if (more) {
            run->spare_more = run->more[more].next;
        } else {
            more = (uint32_t)(run->mores ? run->mores : 1);
            if (array_grow(&run->more, &run->more_room, (size_t)more + 1,
                           sizeof *run->more)) {
                plan_run_stop(run);
                return;
            }
            run->mores = (size_t)more + 1;
        }
        run->more[more] = (struct plan_more){cell->read, cell->more};
        cell->more = more;
    }
    cell->read = actor->access;
}

/* ---- remote accesses ----------------------------------------------------- */

/* Is a component a thread block of this GPU? */
static bool plan_at_home(const struct gpu_plan *plan, uint32_t component,
                         uint32_t gpu)
{
    return component < plan->blocks &&
           plan_block_at(plan, component)->gpu == gpu;
}

void plan_touch(struct plan_run *run, const struct plan_actor *actor,
                const struct plan_span *span, bool writes)
{
    const struct gpu_plan *plan = run->plan;
    const struct plan_access *access = &run->access[actor->access];
    struct plan_host *host = &run->host[span->gpu];
    if (span->buffer == PLAN_SCRATCH || !span->length ||
        plan_at_home(plan, access->component, span->gpu))
        return;
    struct plan_guest guest = {access->component, actor->access, writes, *span};
    if (plan_stamp_at(run, &actor->known, PLAN_EO, plan->blocks + span->gpu) <
        access->launch) {
        struct plan_spot spot = {-1,
                                 &access->place,
                                 NULL,
                                 {(int)span->gpu, "ios"[span->buffer],
                                  span -> start, span -> length}};
        plan_fault(run->report, plan, WEFT_MSCCLPP_EARLY, &spot,
                   "it %s the %s of GPU %u, which may not have begun%s",
                   writes ? "writes" : "reads",
                   span->buffer == PLAN_INPUT ? "input" : "output", span->gpu,
                   access->launch > 1 ? " this launch" : "");
    }
    if (host->launch > access->launch) {
        plan_end_guest(run, span->gpu, &guest, NULL);
        return;
    }
    for (size_t i = host->guests; i-- > 0;)
        if (host->guest[i].component == guest.component &&
            host->guest[i].writes == writes) {
            if (run->access[host->guest[i].access].epoch < access->epoch)
                host->guest[i] = guest;
            return;
        }
    if (array_grow(&host->guest, &host->room, host->guests + 1,
                   sizeof *host->guest))
        plan_run_stop(run);
    else
        host->guest[host->guests++] = guest;
}

/* ---- contents ------------------------------------------------------------ */

bool plan_packet_there(struct plan_run *run, const struct plan_span *span,
                       uint32_t launch, uint64_t at)
{
    const struct plan_cell *cell =
        &run->cell[plan_cell_of(run, span, launch, at)];
    return cell[0].form == PLAN_HALF && cell[1].form == PLAN_REST &&
           cell[0].launch == launch && cell[1].launch == launch;
}

struct plan_sum *plan_cell_value(struct plan_run *run, struct plan_cell *cell,
                                 uint32_t gpu)
{
    if (cell->form == PLAN_OWN_INPUT && !cell->value) {
        uint64_t index = (uint64_t)(cell - run->cell);
        uint64_t first = plan_gpu_at(run->plan, gpu)->origin[PLAN_INPUT];
        cell->value = plan_value_one(run, (uint32_t)(index - first), gpu);
    }
    return plan_value_share(cell->value);
}

static void plan_unwritten(struct plan_run *run, const struct plan_actor *actor,
                           const struct plan_span *span, uint64_t at,
                           const char *what)
{
    struct plan_spot spot = {-1,
                             &run->access[actor->access].place,
                             NULL,
                             {(int)span->gpu, "ios"[span->buffer],
                              (span->packet ? 2 : 1) * (span->start + at),
                              run -> plan -> cell}};
    plan_fault(run->report, run->plan, WEFT_MSCCLPP_UNWRITTEN, &spot,
               "it reads %s in buffer %c of GPU %u, which holds %s",
               span->packet ? "a packet" : "data", "ios"[span->buffer],
               span -> gpu, what);
}

struct plan_sum *plan_cell_read(struct plan_run *run,
                                const struct plan_actor *actor,
                                const struct plan_span *span, uint64_t at,
                                bool waited, enum plan_form *form)
{
    const struct plan_access *access = &run->access[actor->access];
    uint64_t index = plan_cell_of(run, span, access->launch, at);
    struct plan_cell *cell = &run->cell[index];
    for (int i = 0; i < 1 + span->packet; i++) {
        if (!waited || cell[i].packets > 1)
            plan_check_write(run, actor, span, at, &cell[i], false);
        plan_add_read(run, actor, &cell[i]);
        cell[i].seen |= waited;
    }
    *form = (enum plan_form)cell->form;
    bool there = span->packet ? plan_packet_there(run, span, access->launch, at)
                              : cell->form != PLAN_EMPTY;
    struct plan_sum *value =
        there ? plan_cell_value(run, cell, span->gpu) : NULL;
    if (!there && !run->stopped) {
        plan_unwritten(run, actor, span, at, "nothing");
        *form = PLAN_PLAIN;
    }
    return value ? value : plan_value_share(run->unknown);
}

static void plan_cell_put(struct plan_run *run, struct plan_cell *cell,
                          const struct plan_actor *actor,
                          struct plan_sum *value, enum plan_form form)
{
    uint32_t launch = run->access[actor->access].launch;
    bool packet = form == PLAN_HALF || form == PLAN_REST;
    bool first = !cell->packets || cell->launch != launch;
    plan_value_drop(run, cell->value);
    plan_cell_forget(run, cell);
    cell->value = value;
    cell->form = (uint8_t)form;
    cell->write = actor->access;
    if (packet)
        cell->packets = first ? 1 : 2;
    if (packet)
        cell->launch = launch;
}

void plan_cell_write(struct plan_run *run, const struct plan_actor *actor,
                     const struct plan_span *span, uint64_t at,
                     struct plan_sum *value, enum plan_form form)
{
    const struct plan_access *access = &run->access[actor->access];
    uint64_t index = plan_cell_of(run, span, access->launch, at);
    struct plan_cell *cell = &run->cell[index];
    if (span->packet && plan_packet_there(run, span, access->launch, at) &&
        plan_value_same(cell->value, value)) {
        plan_value_drop(run, value);
        return;
    }
    for (int i = 0; i < 1 + span->packet; i++) {
        if (!cell[i].seen || !cell[i].read)
            plan_check_write(run, actor, span, at, &cell[i], true);
        plan_check_reads(run, actor, span, at, &cell[i]);
    }
    if (!span->packet) {
        plan_cell_put(run, cell, actor, value, form);
        return;
    }
    plan_cell_put(run, &cell[1], actor, plan_value_share(value), PLAN_REST);
    plan_cell_put(run, &cell[0], actor, value, PLAN_HALF);
    if (cell->waiting != PLAN_NONE)
        plan_wake(run, &cell->waiting);
}
