/* weft replay: the messages of a trace on shared links. */
#include "common/answer.h"
#include "common/command.h"
#include "common/json.h"
#include "common/options.h"
#include "common/reading.h"
#include "common/terminal.h"

#include <argp.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/trace.h>
#include <weft/unstable/replay.h>

#define REPLAY_SHOWN 20 /* number of messages shown without --all */

struct replay_arguments {
    struct one_trace trace;
    enum weft_sharing sharing;
    bool all;
};

enum replay_key { KEY_SHARING = 256, KEY_ALL };

static const struct argp_option replay_options[] = {
    {"network", 'n', "NETWORK", 0,
     "the network whose links are shared (required)", 0},
    NETWORK_OPTIONS,
    {"sharing", KEY_SHARING, "fair|fifo", 0,
     "how messages share a link: all at once (max-min fair), or one after the "
     "other (default: fair)",
     0},
    {"all", KEY_ALL, NULL, 0, "print all late messages, not only 20", 0},
    {"json", 'j', NULL, 0, "print one JSON object, with every message", 0},
    {0},
};

/* Return the i-th sharing mode of a replay: all modes except the first. */
static const char *sharing_name(size_t index)
{
    return weft_sharing_names[WEFT_SHARING_FAIR + index];
}

static enum weft_sharing parse_sharing(const char *text,
                                       struct argp_state *state)
{
    struct weft_error err;
    for (int i = WEFT_SHARING_FAIR; weft_sharing_names[i]; i++)
        if (!strcmp(weft_sharing_names[i], text))
            return (enum weft_sharing)i;
    weft_unknown(&err, "sharing", text, sharing_name);
    misuse(state, "%s", err.text);
}

static error_t replay_parse(int key, char *value, struct argp_state *state)
{
    struct replay_arguments *arguments = state->input;
    switch (key) {
    case KEY_SHARING:
        arguments->sharing = parse_sharing(value, state);
        return 0;
    case KEY_ALL:
        arguments->all = true;
        return 0;
    case ARGP_KEY_SUCCESS:
        if (!arguments->trace.words.spec)
            misuse(state, "no network given: -n SPEC");
        return 0;
    default:
        return one_trace_parse(key, value, &arguments->trace, state);
    }
}

static const struct argp replay_argp = {
    .options = replay_options,
    .parser = replay_parse,
    .children = reading_only,
    .args_doc = "TRACE -n NETWORK",
    .doc = "Replays a finished trace on a network whose links are shared, and "
           "reports how much later each message would arrive."
           "\vTRACE is a trace in any format that weft reads, or FORMAT:FILE.\n"
           "Exit status: 0 success, also if messages are late; 1 the trace "
           "cannot be read or replayed; 64 usage error."};

/* ---- text ------------------------------------------------------------ */

static double delay(const struct weft_replay_message *m)
{
    return m->arrival - (double)m->end;
}

/* Compare by descending delay, then in the order of the trace. */
static int by_delay(const void *a, const void *b)
{
    const struct weft_replay_message *x = *(void *const *)a;
    const struct weft_replay_message *y = *(void *const *)b;
    if (delay(x) != delay(y))
        return delay(x) > delay(y) ? -1 : 1;
    return x < y ? -1 : x > y;
}

static int print_late(const struct weft_replay_result *result, size_t most)
{
    const struct weft_replay_message **late =
        malloc((result->late + 1) * sizeof *late);
    char arrives[REAL_TEXT], later[REAL_TEXT];
    size_t count = 0;
    if (!late)
        return -1;
    for (size_t i = 0; i < result->messages; i++)
        if (delay(&result->message[i]) > 0)
            late[count++] = &result->message[i];
    qsort(late, count, sizeof *late, by_delay);
    if (count)
        printf("\n%8s %8s %8s %10s %10s %12s %10s\n", "from", "to", "message",
               "sent", "in trace", "arrives", "later");
    for (size_t i = 0; i < count && i < most; i++)
        printf("%8d %8d %8d %10" PRIu64 " %10" PRIu64 " %12s %10s\n",
               late[i]->source, late[i]->destination, late[i]->message,
               late[i]->start, late[i]->end,
               real_text(late[i]->arrival, arrives),
               real_text(delay(late[i]), later));
    if (count > most)
        printf("... %zu more (--all)\n", count - most);
    free(late);
    return 0;
}

static int replay_print_text(const struct replay_arguments *arguments,
                             const struct weft_network *network,
                             const struct weft_replay_result *result)
{
    char most[REAL_TEXT], average[REAL_TEXT] = "";
    double mean = result->late ? result->sum / (double)result->late : 0;
    snprintf(average, sizeof average, mean < 1e6 ? "%.6g" : "%.0f", mean);
    print_plain(arguments->trace.file, stdout);
    printf(" on ");
    print_plain(weft_network_name(network), stdout);
    printf(", sharing: %s\n", weft_sharing_names[arguments->sharing]);
    printf("  %-12s %zu\n", "messages", result->messages);
    printf("  %-12s %zu\n", "late", result->late);
    if (result->late)
        printf("  %-12s %s at most, %s on average over late messages\n",
               "delay", real_text(result->most, most), average);
    printf("  %-12s %" PRIu64 "\n", "in the trace", result->makespan);
    printf("  %-12s %s\n", "replayed", real_text(result->replayed, most));
    return print_late(result, arguments->all ? SIZE_MAX : REPLAY_SHOWN);
}

/* ---- JSON ------------------------------------------------------------ */

static void json_message(struct json *json,
                         const struct weft_replay_message *message)
{
    json_open(json, NULL, '{');
    json_number(json, "from", (uint64_t)message->source);
    json_number(json, "to", (uint64_t)message->destination);
    if (message->message >= 0)
        json_number(json, "message", (uint64_t)message->message);
    json_number(json, "start", message->start);
    json_number(json, "end", message->end);
    json_moment(json, "arrival", message->arrival);
    json_close(json, '}');
}

static int replay_print_json(const struct replay_arguments *arguments,
                             const struct weft_network *network,
                             const struct weft_replay_result *result)
{
    struct json json = answer_open("replay", stdout);
    json_text(&json, "file", arguments->trace.file);
    json_text(&json, "network", weft_network_name(network));
    json_text(&json, "sharing", weft_sharing_names[arguments->sharing]);
    json_number(&json, "late", result->late);
    json_moment(&json, "most", result->most);
    json_moment(&json, "sum", result->sum);
    json_number(&json, "makespan", result->makespan);
    json_moment(&json, "replayed", result->replayed);
    json_open(&json, "messages", '[');
    for (size_t i = 0; i < result->messages; i++)
        json_message(&json, &result->message[i]);
    json_close(&json, ']');
    answer_close(&json);
    return 0;
}

/* ---- the command ----------------------------------------------------- */

static int replay_failed(const struct replay_arguments *arguments,
                         const struct weft_network *network,
                         struct weft_error *err)
{
    if (err->kind == WEFT_ERROR_WRONG)
        weft_error_set(err, WEFT_ERROR_WRONG, 0,
                       "the trace has more processors than %s",
                       weft_network_name(network));
    if (err->kind == WEFT_ERROR_UNKNOWN)
        weft_error_set(err, WEFT_ERROR_WRONG, 0,
                       "the links of %s do not consist of the lanes that the "
                       "trace declares: add --lane",
                       weft_network_name(network));
    if (err->kind == WEFT_ERROR_MISUSE)
        weft_error_set(err, WEFT_ERROR_WRONG, 0,
                       "the times of its messages follow LogGP, or are those "
                       "of a run with --sharing: they do not state how long a "
                       "message alone would occupy the links");
    return complain_of_file(arguments->trace.file, err);
}

static int cmd_replay_replay(const struct replay_arguments *arguments,
                             const struct weft_network *network)
{
    struct weft_error err = {.text = "no memory"};
    struct weft_replay *replay =
        weft_replay_create(network, arguments->sharing, &err);
    if (replay && read_unlimited())
        weft_replay_unlimited(replay);
    if (!replay)
        return complain(EXIT_FAILED, NULL, &err);
    struct weft_read_report report;
    int status = EXIT_GOOD;
    if (read_trace(arguments->trace.file, weft_replay_sink(replay), &report,
                   &err))
        status = replay_failed(arguments, network, &err);
    else if ((arguments->trace.json ? replay_print_json : replay_print_text)(
                 arguments, network, weft_replay_result(replay)))
        status = complain(EXIT_FAILED, NULL, &err);
    else if (!report.events)
        say_empty(arguments->trace.file);
    weft_replay_destroy(replay);
    return status;
}

static int replay_run(int argc, char **argv)
{
    struct replay_arguments arguments = {.sharing = WEFT_SHARING_FAIR};
    struct weft_network *network = NULL;
    int status = parse_arguments(&replay_argp, argc, argv, &arguments);
    if (!status)
        status = network_make("replay", &arguments.trace.words, &network);
    if (!status)
        status = cmd_replay_replay(&arguments, network);
    weft_network_destroy(network);
    return status;
}

const struct command cmd_replay = {
    .name = "replay",
    .summary = "replay a trace on a network whose links are shared",
    .run = replay_run,
};
