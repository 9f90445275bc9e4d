/* The processor as its program sees it: identity, time, recording of events,
 * failures. Sending is in send.c, receiving in receive.c. */
#include "processor.h"
#include "base/base.h"
#include "base/invariant.h"
#include "engine/overflow.h"
#include "loop/loop.h"
#include "record/record.h"
#include "run.h"
#include "schedule/window.h"
#include "schedule/worker.h"
#include "sharing/route-cost.h"
#include "uses.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <weft/unstable/collective.h>
#include <weft/unstable/details.h>

int weft_rank(const struct weft_processor *self)
{
    return self->rank;
}

int weft_size(const struct weft_processor *self)
{
    return self->run->size;
}

const struct weft_network *weft_network(const struct weft_processor *self)
{
    return self->run->machine->network;
}

uint64_t weft_now(const struct weft_processor *self)
{
    return self->clock / self->run->ticks;
}

uint64_t weft_slot(const struct weft_processor *self)
{
    return self->run->slot / self->run->ticks;
}

size_t weft_message_length(const struct weft_processor *self, size_t bytes)
{
    return run_length(self->run, bytes);
}

uint64_t weft_transfer_time(const struct weft_processor *self, size_t bytes,
                            int links)
{
    const struct run *run = self->run;
    const struct weft_cost *cost = &run->units;
    bytes = run_length(run, bytes);
    if (run->loggp)
        return weft_cost_period(cost, bytes);
    if (!run->own_costs || weft_cost_is_unit(cost))
        return weft_cost_time(cost, bytes, links);
    uint64_t words = steps_of(bytes, WEFT_WORD);
    return whole_time((double)cost->ts + run->slowest.latency * links +
                      run->slowest.word * (double)words);
}

/* ---- failing ---------------------------------------------------------- */

/* Number of calls that a program may make after its first refused one. */
#define REFUSED_MAX 1000

/* Limit on calls in a row that do not advance the clock. It exceeds the needs
 * of any program that stores or posts one message per processor. */
#define TIMELESS_MAX (1u << 22)

static void count_refusal(struct weft_processor *self)
{
    if (++self->refused > REFUSED_MAX)
        longjmp(*self->escape, 1);
}

static int processor_refuse(struct weft_processor *self, const char *format,
                            va_list arguments)
{
    char *text;
    if (!self->failed && vasprintf(&text, format, arguments) >= 0)
        self->reason = text;
    self->failed = true;
    count_refusal(self);
    return -1;
}

int processor_misuse(struct weft_processor *self, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    processor_refuse(self, format, arguments);
    va_end(arguments);
    return -1;
}

int weft_fail(struct weft_processor *self, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    processor_refuse(self, format, arguments);
    va_end(arguments);
    return -1;
}

int processor_cancelled(struct weft_processor *self)
{
    count_refusal(self);
    return -1;
}

/* Return whether another failure takes precedence over any failure of this
 * processor at its current clock. */
static bool outdone(const struct weft_processor *self)
{
    struct run *run = self->run;
    pthread_mutex_lock(&run->lock);
    bool lower =
        run->fail_rank >= 0 &&
        (run->fail_clock < self->clock ||
         (run->fail_clock == self->clock && run->fail_rank < self->rank));
    bool stopped = run->hard || lower;
    pthread_mutex_unlock(&run->lock);
    return stopped;
}

int processor_dwells(struct weft_processor *self)
{
    if (outdone(self)) {
        self->failed = true;
        return processor_cancelled(self);
    }
    if (self->timeless < TIMELESS_MAX)
        return 0;
    return weft_fail(
        self,
        "processor %d made %u calls in a row without advancing its clock; "
        "sending, receiving, computing and waiting advance it",
        self->rank, self->timeless);
}

int processor_held_up(struct weft_processor *self)
{
    if (self->failed)
        return processor_cancelled(self);
    if (!self->run->stop && !window_hold(self))
        worker_block(self);
    return processor_stopped(self);
}

/* ---- the program ------------------------------------------------------ */

/* Record a stack overflow, which replaces any earlier reason of the failure. */
static void overflowed(struct weft_processor *self)
{
    self->refused = 0;
    self->failed = false;
    free(self->reason);
    self->reason = NULL;
    weft_fail(self, OVERFLOW_TEXT, self->rank,
              self->run->stack - self->run->spare);
}

/* Run the program. It finds the floating-point environment and errno as they
 * were when the run began, whatever used the thread before. A program that
 * ignores refused calls, or whose stack has overflowed, is left with longjmp();
 * resources that it holds are lost. */
void processor_program(struct weft_processor *self)
{
    const struct weft_machine *machine = self->run->machine;
    jmp_buf escape;
    INVARIANT(self->state == NEW || self->run->stop);
    self->escape = &escape;
    self->lowest = overflow_reserve(self->run);
    self->state = READY;
    fesetenv(&self->run->modes);
    errno = 0;
    if (_setjmp(escape) || machine->program(self, machine->arg))
        self->failed = true;
    if (self->overflowed)
        overflowed(self);
    worker_ended(self);
}

void processor_left(struct weft_processor *self)
{
    self->refused = 0;
    weft_fail(self, "processor %d ended its thread; its program must return",
              self->rank);
    worker_ended(self);
}

/* ---- time ------------------------------------------------------------- */

static int waits_too_long(struct weft_processor *self, uint64_t time)
{
    return processor_misuse(self,
                            "processor %d waits until %llu, beyond the end of "
                            "time",
                            self->rank, (unsigned long long)time);
}

/* Sleep until a time, in the unit of the run's clocks. */
static int sleep_until(struct weft_processor *self, uint64_t time)
{
    if (time >= TIME_MAX)
        return waits_too_long(self, time / self->run->ticks);
    record(self, &(struct weft_event){
                     .start = self->clock,
                     .duration = time - self->clock,
                     .peer = -1,
                     .message = -1,
                     .dimension = -1,
                     .kind = WEFT_SLEEP,
                 });
    if (self->run->loop)
        return loop_sleep(self, time);
    self->clock = time;
    return 0;
}

int weft_step(struct weft_processor *self)
{
    if (processor_enter(self))
        return -1;
    processor_release(self);
    if (!self->posted)
        return sleep_until(self, self->clock + self->run->slot);
    self->posted = false;
    if (self->run->loop)
        return loop_end_step(self);
    if (self->slot_end > self->clock)
        self->clock = self->slot_end;
    return 0;
}

int weft_wait_until(struct weft_processor *self, uint64_t time)
{
    if (processor_enter(self))
        return -1;
    processor_release(self);
    if (time <= weft_now(self))
        return processor_timeless(self);
    const uint64_t ticks = self->run->ticks;
    return time < TIME_MAX / ticks ? sleep_until(self, time * ticks)
                                   : waits_too_long(self, time);
}

int weft_round_begin(struct weft_processor *self, uint64_t number,
                     uint64_t time)
{
    enum weft_rounds rounds = self->run->machine->rounds;
    if (!self->run->loop || rounds == WEFT_ROUNDS_BEAT)
        return weft_wait_until(self, time);
    if (processor_enter(self))
        return -1;
    processor_release(self);
    return rounds == WEFT_ROUNDS_TOGETHER ? loop_gather(self, number) : 0;
}

/* Compute in a run with shared links; the computation waits for its turn, like
 * a transfer. */
static int compute_shared(struct weft_processor *self, uint64_t ticks)
{
    return (self->run->apart && loop_sleep(self, self->used)) ||
                   loop_compute(self, ticks)
               ? -1
               : 0;
}

int weft_compute(struct weft_processor *self, uint64_t duration)
{
    if (processor_enter(self))
        return -1;
    if (duration >= (TIME_MAX - self->clock) / self->run->ticks)
        return processor_misuse(
            self,
            "processor %d computes for %llu time units, beyond the end of time",
            self->rank, (unsigned long long)duration);
    if (!duration)
        return processor_timeless(self);
    if (self->run->loop)
        return compute_shared(self, duration * self->run->ticks);
    if (self->run->apart && self->used > self->clock)
        self->clock = self->used;
    uint64_t end = self->clock + duration;
    record(self, &(struct weft_event){
                     .start = self->clock,
                     .duration = duration,
                     .peer = -1,
                     .message = -1,
                     .dimension = -1,
                     .kind = WEFT_COMPUTE,
                 });
    uses_now(self, &(struct use){self->clock, WEFT_USE_COMPUTE, end, -1, -1});
    self->load.computing += duration;
    if (end > self->worker->makespan)
        self->worker->makespan = end;
    self->clock = end;
    return 0;
}

/* ---- recording -------------------------------------------------------- */

int processor_check_size(struct weft_processor *self, size_t bytes)
{
    const size_t tag = self->run->machine->tag;
    size_t length = run_length(self->run, bytes);
    if (length > UINT32_MAX)
        return processor_misuse(
            self,
            "processor %d: %zu bytes are too many for a message: at most %u",
            self->rank, length, UINT32_MAX);
    if (tag && bytes % tag)
        return processor_misuse(
            self,
            "processor %d: %zu bytes are no whole blocks: the tag of a "
            "block has %zu bytes (--payload real: all bytes)",
            self->rank, bytes, tag);
    return 0;
}

int weft_store(struct weft_processor *self, int id, const void *data,
               size_t bytes)
{
    const struct weft_machine *machine = self->run->machine;
    if (processor_enter(self) || processor_timeless(self))
        return -1;
    if (bytes && !data)
        return processor_misuse(self, "processor %d stores %zu bytes from NULL",
                                self->rank, bytes);
    if (processor_check_size(self, bytes))
        return -1;
    record(self, &(struct weft_event){
                     .start = self->clock,
                     .peer = -1,
                     .message = id,
                     .bytes = (uint32_t)run_length(self->run, bytes),
                     .dimension = -1,
                     .kind = WEFT_STORE,
                 });
    self->load.stored++;
    if (!machine->stored || !machine->stored(machine->arg, self->rank,
                                             weft_now(self), id, data, bytes))
        return 0;
    return weft_fail(self, "processor %d stored message %d, which was rejected",
                     self->rank, id);
}

/* Record an event that consists of one number. */
static int processor_tell(struct weft_processor *self,
                          enum weft_event_kind kind, int number)
{
    if (processor_enter(self) || processor_timeless(self))
        return -1;
    if (number < 0)
        return processor_misuse(self, "processor %d: %s %d is negative",
                                self->rank, kind == WEFT_MARK ? "mark" : "task",
                                number);
    record(self, &(struct weft_event){
                     .start = self->clock,
                     .peer = -1,
                     .message = number,
                     .dimension = -1,
                     .kind = (uint8_t)kind,
                 });
    return 0;
}

void weft_processor_details(struct weft_processor *self, uint32_t number)
{
    self->details = number;
}

int weft_mark(struct weft_processor *self, int number)
{
    return processor_tell(self, WEFT_MARK, number);
}

int weft_task_begin(struct weft_processor *self, int number)
{
    return processor_tell(self, WEFT_TASK, number);
}

int weft_task_end(struct weft_processor *self, int number)
{
    return processor_tell(self, WEFT_DONE, number);
}
