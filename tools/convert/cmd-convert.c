/* weft convert: conversion of a trace to another format. */
#include "common/command.h"
#include "common/file-ending.h"
#include "common/options.h"
#include "common/reading.h"

#include <argp.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/trace.h>
#include <weft/weft.h>

#define STEP_US_MAX 1000000000

struct convert_arguments {
    const char *from, *to;
    uint64_t step_us; /* length of a step in microseconds; 0: unchanged */
    struct weft_nccl_choice choice;
    bool chosen; /* whether an option sets a part of `choice` */
};

enum convert_key { KEY_STEP = 256, KEY_COLLECTIVE, KEY_GRAPH, KEY_COMM };

static const struct argp_option convert_options[] = {
    {"step-us", KEY_STEP, "N", 0,
     "length of a step (of a time unit, in a trace without steps) in "
     "microseconds of trace time",
     0},
    {"collective", KEY_COLLECTIVE, "NAME", 0,
     "rings and trees of NCCL: allreduce (default), allgather or "
     "reduce-scatter; over trees, allreduce or broadcast",
     0},
    {"graph", KEY_GRAPH, "0|1", 0,
     "rings (0) or trees (1) of NCCL (default: rings if there are any)", 0},
    {"comm", KEY_COMM, "N", 0,
     "communicator in a log of NCCL, from 0 (default 0)", 0},
    {0},
};

/* Parse the options about NCCL. */
static error_t convert_choice(int key, const char *value,
                              struct convert_arguments *arguments,
                              struct argp_state *state)
{
    struct weft_nccl_choice *choice = &arguments->choice;
    char *end;
    arguments->chosen = true;
    switch (key) {
    case KEY_COLLECTIVE:
        choice->collective = value;
        return 0;
    case KEY_GRAPH:
        if (strcmp(value, "0") != 0 && strcmp(value, "1") != 0)
            misuse(state, "--graph takes 0 (rings) or 1 (trees), not '%s'",
                   value);
        choice->graph = *value == '0' ? WEFT_NCCL_RINGS : WEFT_NCCL_TREES;
        return 0;
    default:
        choice->communicator = (int)strtoul(value, &end, 10);
        if (*end || *value < '0' || *value > '9' || strlen(value) > 8)
            misuse(state, "--comm takes a number from 0, not '%s'", value);
        return 0;
    }
}

static error_t convert_parse(int key, char *value, struct argp_state *state)
{
    struct convert_arguments *arguments = state->input;
    char *end;
    switch (key) {
    case ARGP_KEY_INIT:
        one_line(state);
        return 0;
    case KEY_STEP:
        arguments->step_us = strtoull(value, &end, 10);
        if (*end || *value < '1' || *value > '9' ||
            arguments->step_us > STEP_US_MAX)
            misuse(state, "--step-us takes a number from 1 to %d, not '%s'",
                   STEP_US_MAX, value);
        return 0;
    case KEY_COLLECTIVE:
    case KEY_GRAPH:
    case KEY_COMM:
        return convert_choice(key, value, arguments, state);
    case ARGP_KEY_ARG:
        if (!arguments->from)
            arguments->from = value;
        else if (!arguments->to)
            refuse_picture(state, arguments->to = value);
        else
            misuse(state,
                   "unexpected argument '%s': weft convert takes two files, IN "
                   "and OUT",
                   value);
        return 0;
    case ARGP_KEY_END:
        if (!arguments->to)
            misuse(state,
                   "two files are needed, the one to read and the one to write "
                   "(see %s --help)",
                   state->name);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp convert_argp = {
    .options = convert_options,
    .parser = convert_parse,
    .children = reading_only,
    .args_doc = "IN OUT",
    .doc = "Translates a trace or a schedule into another format.\vweft "
           "recognises the format of IN by its content, compressed or not; OUT "
           "is written in the format of its file extension, compressed if it "
           "ends in .gz. FORMAT:FILE selects a format, - is standard input or "
           "output. Information that the format cannot represent is counted "
           "and reported. weft list formats lists the formats."};

/* A filter before the writer's sink that changes the length of a step. */
struct scale {
    const struct weft_sink *sink;
    uint64_t step_us;
    uint64_t units; /* time units per step if their length is not a whole number
                       of ns; or 0 */
    /* Factor that applies to all times in a trace without steps. */
    double factor;
};

static int convert_begin(void *arg, const struct weft_trace_info *info)
{
    struct scale *scale = arg;
    struct weft_trace_info scaled = *info;
    uint64_t step = info->step ? info->step : 1;
    if (scale->step_us)
        scaled.unit_ns = scale->step_us * 1000 / step;
    if (!info->step && info->unit_ns)
        scale->factor = (double)scaled.unit_ns / (double)info->unit_ns;
    if (scale->step_us * 1000 % step) { /* times would be inexact */
        scale->units = step;
        return WEFT_ERROR_WRONG;
    }
    return scale->sink->begin(scale->sink->arg, &scaled);
}

static int convert_events(void *arg, const struct weft_event *event,
                          size_t count)
{
    const struct scale *scale = arg;
    return scale->sink->events(scale->sink->arg, event, count);
}

static int convert_end(void *arg)
{
    const struct scale *scale = arg;
    return scale->sink->end(scale->sink->arg);
}

/* Return the smallest step length that works; its multiples work, too. */
static uint64_t least_step_us(uint64_t units)
{
    uint64_t a = units, b = 1000;
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return units / a;
}

/* Report the writer's error if the writer failed, else the reader's. */
static int convert_fail(const struct convert_arguments *arguments,
                        const struct scale *scale, struct weft_writer *writer,
                        struct weft_error *err)
{
    char what_would_do[60] = "and no other number works";
    uint64_t least = scale->units ? least_step_us(scale->units) : 0;
    if (least <= STEP_US_MAX)
        snprintf(what_would_do, sizeof what_would_do,
                 "%" PRIu64 " or a multiple of it works", least);
    if (scale->units)
        weft_error_set(err, WEFT_ERROR_WRONG, 0,
                       "a step of %" PRIu64 " time units and %" PRIu64
                       " microseconds gives no whole nanoseconds per time unit "
                       "(--step-us, %s)",
                       scale->units, scale->step_us, what_would_do);
    /* err is then the writer's */
    bool told = weft_writer_check(writer, err) != 0;
    weft_writer_abort(writer);
    if (told)
        return complain(EXIT_FAILED, NULL, err);
    return complain_of_file(arguments->from, err);
}

static void convert_warn(const char *file, const char *what, const char *more)
{
    struct weft_error err;
    weft_error_set(&err, WEFT_ERROR_EMPTY, 0, "%s%s", what, more);
    complain(EXIT_GOOD, file, &err);
}

static int cmd_convert_convert(const struct convert_arguments *arguments)
{
    struct weft_error err;
    struct weft_read_report report;
    struct weft_writer *writer = weft_writer_open(arguments->to, &err);
    if (!writer)
        return complain_of_file(arguments->to, &err);
    struct scale scale = {weft_writer_sink(writer), arguments->step_us, 0, 1};
    const struct weft_sink sink = {convert_begin, convert_events, convert_end,
                                   &scale};
    if (read_chosen(arguments->from,
                    arguments->chosen ? &arguments->choice : NULL, &sink,
                    &report, &err))
        return convert_fail(arguments, &scale, writer, &err);
    char loss[80];
    if (close_trace(writer, arguments->to, &err))
        return complain(EXIT_FAILED, NULL, &err);
    snprintf(loss, sizeof loss, "all times are %g times those of the input",
             scale.factor);
    if (scale.factor != 1)
        convert_warn(arguments->to, loss, " (--step-us)");
    if (!report.events)
        say_empty(arguments->from);
    if (report.skipped)
        convert_warn(arguments->from, "left out: ", report.skipped_what);
    remark_on_trace(arguments->to);
    return EXIT_GOOD;
}

static int convert_run(int argc, char **argv)
{
    struct convert_arguments arguments = {0};
    int status = parse_arguments(&convert_argp, argc, argv, &arguments);
    if (status)
        return status;
    return cmd_convert_convert(&arguments);
}

const struct command cmd_convert = {
    .name = "convert",
    .summary = "translate a trace or a schedule into another format",
    .run = convert_run,
};
