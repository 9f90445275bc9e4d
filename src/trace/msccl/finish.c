/* Handles the end of a run: finds thread blocks that could not continue, and
 * checks the outputs. */
#include "execute.h"

#include <stdio.h>
#include <stdlib.h>

static const char finish_letters[] = "ios";

/* Make the next finding the reason why the run does not end. If the list is
 * full, it replaces the last finding. */
static void note_reason(struct findings *findings)
{
    if (findings->reason)
        return;
    if (findings->kept == FINDINGS_MAX)
        findings->kept--;
    findings->reason = findings->kept + 1;
}

static void tell_stuck(const struct execution *run, size_t i)
{
    note_reason(run->findings);
    const struct thread_block *block = &run->a->block[i];
    size_t s = run->state[i].step;
    const struct step *step = &block->step[s];
    if (step->waits >= 0) {
        size_t other = run->a->gpu[block->gpu].first + (size_t)step->waits;
        if (run->state[other].step <= step->target_step) {
            finding_add(run->findings, block, s,
                        "waits for ever for step %zu of thread block %d, which "
                        "is at step %zu",
                        step->target_step, step->waits, run->state[other].step);
            return;
        }
    }
    finding_add(run->findings, block, s,
                "waits for ever for a message of gpu %d, channel %d",
                block->receive, block->channel);
}

static void tell_untaken(const struct execution *run, size_t i)
{
    const struct thread_block *to = &run->a->block[i];
    for (const struct sent *m = run->state[i].first; m; m = m->next)
        finding_add(run->findings, &run->a->block[m->sender], m->step,
                    "sends %d chunk%s that gpu %d, thread block %d never "
                    "receives",
                    m->count, m->count == 1 ? "" : "s", to->gpu, to->id);
}

void finish_stuck(const struct execution *run)
{
    for (size_t i = 0; i < run->a->blocks; i++) {
        if (run->state[i].step < run->a->block[i].steps)
            tell_stuck(run, i);
        else
            tell_untaken(run, i);
    }
}

/* Write the name of a contribution. */
static void name_part(const struct algorithm *a, uint32_t part, char text[48])
{
    uint32_t input = (uint32_t)collective_input(a);
    snprintf(text, 48, "chunk %u of gpu %u", part % input, part / input);
}

/* Return the first contribution that is wrongly in a value, or that is missing
 * (*missing); UINT32_MAX if the value is right. */
static uint32_t finish_first_wrong(const struct algorithm *a,
                                   struct msccl_wanted wanted,
                                   const struct value *value, bool *missing)
{
    uint32_t input = (uint32_t)collective_input(a);
    uint32_t k = 0, parts = value ? value->parts : 0;
    int low = wanted.gpu < 0 ? 0 : wanted.gpu;
    int high = wanted.gpu < 0 ? a->gpus : wanted.gpu + 1;
    for (int g = low; g < high; g++, k++) {
        uint32_t part = (uint32_t)g * input + (uint32_t)wanted.chunk;
        *missing = k == parts || value->part[k] > part;
        if (*missing)
            return part;
        if (value->part[k] < part)
            return value->part[k];
    }
    return k < parts ? value->part[k] : UINT32_MAX;
}

static void judge_output(const struct execution *run, int gpu, int at,
                         const struct value *value)
{
    const struct algorithm *a = run->a;
    const struct thread_block whole = {.gpu = gpu, .id = -1};
    char text[48];
    bool missing = false;
    uint32_t part = finish_first_wrong(
        a, a->collective->postcondition(a, gpu, at), value, &missing);
    if (part == UINT32_MAX)
        return;
    name_part(a, part, text);
    if (!value)
        finding_add(run->findings, &whole, SIZE_MAX,
                    "%c,%d holds nothing at the end, and must hold %s",
                    finish_letters[BUFFER_OUTPUT], at, text);
    else
        finding_add(run->findings, &whole, SIZE_MAX, "%c,%d %s %s at the end",
                    finish_letters[BUFFER_OUTPUT], at,
                    missing ? "lacks" : "holds", text);
}

int finish_outputs(const struct execution *run)
{
    const struct algorithm *a = run->a;
    bool failed = false;
    for (int gpu = 0; a->collective->postcondition && gpu < a->gpus && !failed;
         gpu++) {
        if (a->collective->asks && !a->collective->asks(a, gpu))
            continue;
        for (int at = 0; at < collective_output(a) && !failed; at++) {
            struct chunk_place place = {BUFFER_OUTPUT, at};
            struct value *value = cell_value(run, gpu, place, &failed);
            if (!failed)
                judge_output(run, gpu, at, value);
            value_drop(value);
        }
    }
    return failed ? weft_error_set(run->err, WEFT_ERROR_MEMORY, 0, "no memory")
                  : 0;
}
