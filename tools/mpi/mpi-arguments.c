/* Parsing of the arguments of `weft mpi`. */
#include "mpi/mpi-arguments.h"
#include "common/command.h"
#include "common/editor-lines.h"
#include "common/file-ending.h"
#include "common/options.h"
#include "common/origin.h"
#include "common/terminal.h"
#include "mpi/mpi-explore.h"

#include <stdlib.h>
#include <string.h>

#define RANKS_MAX (1 << 20)

enum mpi_arguments_own_option {
    NETWORK = 256,
    MPI_ARGUMENTS_MODEL,
    COST,
    FILE_COST,
    ENGINE,
    EAGER,
    COMPUTE,
    MPI_ARGUMENTS_COLLECTIVE,
    STACK,
    STRICT, /* the options above affect the execution and are recorded */
    GUARD,
    EXPLORE,
    CHOICES,
    MPI_ARGUMENTS_LIMIT,
    MPI_ARGUMENTS_SHARE,
    MPI_ARGUMENTS_PRIVATE,
    SUMMARY,
    MPI_ARGUMENTS_LINES,
    SARIF,
    WAIT_GRAPH
};

static const struct argp_option mpi_options[] = {
    {"ranks", 'n', "N", 0,
     "number of ranks (default: the processors of the network, or 2); also -np "
     "N; several for check: 2..8, or 2,4,7",
     0},
    {"network", NETWORK, "NETWORK", 0,
     "the network; rank i runs on processor i (default: complete:N)", 0},
    {"model", MPI_ARGUMENTS_MODEL, "MODEL", 0,
     "communication model (default: one-port-duplex)", 0},
    {"cost", COST, "COST", 0,
     "cost of a message, in nanoseconds (default: "
     "loggp:L=1000,o=200,g=100,G=1)",
     0},
    {"file-cost", FILE_COST, "o=T,G=T", 0,
     "cost of an access to a file: T ns, and T ns for each byte, with up to 3 "
     "decimals (default: o=1000,G=1)",
     0},
    {"trace", 't', "[FORMAT:]FILE", 0,
     "write a trace, in the format of the file extension; may be given several "
     "times",
     0},
    {"eager", EAGER, "BYTES", 0,
     "up to this length, a send does not wait for its receiver (64k, 1M: times "
     "1024; 1kB, 1MB: 1000; default: 64k; 0: empty messages only)",
     0},
    {"compute", COMPUTE, "none|real|FACTOR", 0,
     "virtual time of computing: none (default; every run is the same), the "
     "time it really takes, or that time multiplied by a factor",
     0},
    {"collective", MPI_ARGUMENTS_COLLECTIVE, "CALL=ALGORITHM,...", 0,
     "algorithms of collective calls, for instance bcast=naive; may be given "
     "several times",
     0},
    {"strict", STRICT, NULL, 0,
     "disable buffering: every send waits for its receiver, and every "
     "collective call waits for all ranks",
     0},
    {"guard", GUARD, NULL, 0,
     "report accesses to buffers of pending operations; also with --strict and "
     "check",
     0},
    {"explore", EXPLORE, "RUNS", OPTION_ARG_OPTIONAL,
     "run the program with every possible outcome of receives from any source, "
     "in at most RUNS runs "
     "(default: 1000)",
     0},
    {"choices", CHOICES, "C,C,...", 0,
     "repeat the outcome with these choices, as --explore reports them", 0},
    {"engine", ENGINE, "fibers|threads", 0,
     "how ranks are run (default: fibers)", 0},
    {"stack", STACK, "BYTES", 0,
     "stack of each rank (default: 8M; 1M for more than 1024 ranks)", 0},
    {"share", MPI_ARGUMENTS_SHARE, "LIBRARY,...", 0,
     "shared libraries of the program (names up to .so) that all ranks share; "
     "each rank has its own copy of the others",
     0},
    {"private", MPI_ARGUMENTS_PRIVATE, "LIBRARY,...", 0,
     "libraries of the system of which each rank has its own copy; all: every "
     "library but those of C and C++",
     0},
    {"limit", MPI_ARGUMENTS_LIMIT, "SECONDS", 0,
     "end after this real time, with a report of the running rank's line; with "
     "check: for each number of ranks (default: no limit)",
     0},
    {"summary", SUMMARY, NULL, 0,
     "print time, messages and bytes on standard error", 0},
    {"lines", MPI_ARGUMENTS_LINES, NULL, 0,
     "report for editors: FILE:LINE: error: TEXT [RULE]", 0},
    {"sarif", SARIF, "FILE", 0, "also write the findings as SARIF 2.1.0", 0},
    {"wait-graph", WAIT_GRAPH, "FILE.svg", 0,
     "draw the first deadlock: which ranks wait for which, and the cycle", 0},
    {0},
};

static long mpi_arguments_number(const struct argp_state *state,
                                 const char *what, const char *text, long least,
                                 long most)
{
    char *end;
    long value = strtol(text, &end, 10);
    if (*end || end == text || value < least || value > most)
        misuse(state, "%s: '%.60s' is not a number from %ld to %ld", what, text,
               least, most);
    return value;
}

static size_t mpi_bytes(const struct argp_state *state, const char *what,
                        const char *text, int64_t least, int64_t most)
{
    int64_t value;
    if (weft_bytes_parse(text, least, most, &value))
        misuse(state,
               "%s takes a number of bytes from %lld to %lld (units: 64k, 1M, "
               "1kB, 1MB), not '%.40s'",
               what, (long long)least, (long long)most, text);
    return (size_t)value;
}

/* Parse a number with up to 3 decimals as thousandths, at most `most`. Returns
 * false if it is none. */
static bool thousandths(const char *text, uint64_t most, uint64_t *value)
{
    size_t digits = strspn(text, "0123456789"), decimals = 0;
    const char *end = text + digits;
    uint64_t scale = 1000;
    if (!digits || digits > 10)
        return false;
    *value = strtoull(text, NULL, 10) * 1000;
    if (*end == '.')
        decimals = strspn(++end, "0123456789");
    if (decimals > 3 || end[decimals] || (end[-1] == '.' && !decimals))
        return false;
    for (size_t i = 0; i < decimals; i++)
        *value += (uint64_t)(end[i] - '0') * (scale /= 10);
    return *value <= most;
}

/* Parse the cost of accesses to files: o=T,G=T, each at most once; an omitted
 * one is 0. */
static struct weft_mpi_file_cost file_cost(const struct argp_state *state,
                                           const char *text)
{
    static const struct {
        const char *key;
        uint64_t most;
    } keys[] = {{"o=", WEFT_MPI_FILE_ACCESS * 1000ULL},
                {"G=", WEFT_MPI_FILE_BYTE}};
    uint64_t value[2] = {0};
    bool given[2] = {false};
    char copy[64], *rest = copy, *word;
    bool good = snprintf(copy, sizeof copy, "%s", text) < (int)sizeof copy;
    while (good && (word = strsep(&rest, ","))) {
        size_t i = strncmp(word, keys[0].key, 2) == 0 ? 0 : 1;
        good = strncmp(word, keys[i].key, 2) == 0 && !given[i] &&
               thousandths(word + 2, keys[i].most, &value[i]);
        given[i] = true;
    }
    if (!good || value[0] % 1000)
        misuse(state,
               "--file-cost takes o=T,G=T, such as o=1000,G=0.5: whole "
               "nanoseconds up to %d, and nanoseconds for each byte with up to "
               "3 decimals up to %d, not '%.60s'",
               WEFT_MPI_FILE_ACCESS, WEFT_MPI_FILE_BYTE / 1000, text);
    return (struct weft_mpi_file_cost){value[0] / 1000, value[1]};
}

static double factor(const struct argp_state *state, const char *text)
{
    char *end;
    if (strcmp(text, "none") == 0)
        return WEFT_MPI_COMPUTE_NONE;
    if (strcmp(text, "real") == 0)
        return 1;
    double value = strtod(text, &end);
    if (*end || end == text || !(value >= 0 && value <= 1e9))
        misuse(state, "--compute takes none, real or a factor, not '%.60s'",
               text);
    return value;
}

/* Return the entry of weft's list with this name of `length` characters. */
static const char *mpi_arguments_collective(const struct argp_state *state,
                                            const char *text, size_t length)
{
    for (size_t i = 0; weft_mpi_collectives[i]; i++)
        if (strncmp(weft_mpi_collectives[i], text, length) == 0 &&
            !weft_mpi_collectives[i][length])
            return weft_mpi_collectives[i];
    char all[1000] = "";
    for (size_t i = 0; weft_mpi_collectives[i]; i++) {
        strncat(all, i ? ", " : "", sizeof all - strlen(all) - 1);
        strncat(all, weft_mpi_collectives[i], sizeof all - strlen(all) - 1);
    }
    misuse(state, "unknown algorithm '%.*s' in --collective; known: %s",
           (int)(length < 60 ? length : 60), text, all);
}

static void mpi_arguments_choose(struct mpi_arguments *arguments,
                                 const struct argp_state *state,
                                 const char *text)
{
    do {
        size_t length = strcspn(text, ",");
        if (arguments->chosen == CHOSEN_MAX)
            misuse(state, "too many algorithms in --collective: at most %d",
                   CHOSEN_MAX);
        arguments->collective[arguments->chosen++] =
            mpi_arguments_collective(state, text, length);
        text += length;
    } while (*text++);
}

static void read_choices(const struct argp_state *state,
                         struct mpi_arguments *arguments, const char *text)
{
    size_t room = arguments->mpi.choice_count + strlen(text) / 2 + 1;
    int *more = realloc(arguments->choices, room * sizeof *more);
    if (!more)
        reject(state, &(const struct weft_error){.kind = WEFT_ERROR_MEMORY,
                                                 .text = "no memory"});
    arguments->choices = more;
    while (*text) {
        char *end;
        long value = strtol(text, &end, 10);
        if (end == text || value < 0 || value > 1000000 ||
            (*end && (*end != ',' || !end[1])))
            misuse(state,
                   "--choices takes numbers separated by commas, not '%.60s'",
                   text);
        arguments->choices[arguments->mpi.choice_count++] = (int)value;
        text = *end ? end + 1 : end;
    }
}

/* Print a note if the program's arguments begin with weft's option -n. */
static void note_ranks(const struct argp_state *state)
{
    char *const *next = state->argv + state->next;
    if (next[0] && next[1] &&
        (!strcmp(next[0], "-n") || !strcmp(next[0], "-np")) && *next[1] &&
        !next[1][strspn(next[1], "0123456789")])
        print_plainly(stderr,
                      "weft: note: %s %.20s went to the program; weft's "
                      "options come before it\n",
                      next[0], next[1]);
}

/* Add a program with its arguments, up to a ":" if `splits`. Returns its number
 * of words. */
static int add_program(const struct argp_state *state,
                       struct mpi_arguments *arguments, char **word, int words,
                       bool splits, int ranks)
{
    struct weft_mpi *mpi = &arguments->mpi;
    struct weft_mpi_part *more =
        realloc(arguments->part, (mpi->parts + 1) * sizeof *more);
    if (!more)
        reject(state, &(const struct weft_error){.kind = WEFT_ERROR_MEMORY,
                                                 .text = "no memory"});
    int count = 0;
    while (count < words && !(splits && strcmp(word[count], ":") == 0))
        count++;
    if (count < words)
        word[count] = NULL; /* argv ends with a null pointer */
    mpi->part = arguments->part = more;
    more[mpi->parts++] = (struct weft_mpi_part){word[0], count, word, ranks};
    return count;
}

/* Parse "-n N" or "-np N" before a program after ":". Returns its number of
 * words. */
static int parse_part_ranks(const struct argp_state *state, char *const *word,
                            int words, int *ranks)
{
    if (words < 3 || (strcmp(word[0], "-n") && strcmp(word[0], "-np")))
        misuse(state, "':' begins another program: write -n N PROGRAM "
                      "[ARGUMENT...] after it, or -- before the first program "
                      "if ':' is its argument");
    *ranks = (int)mpi_arguments_number(state, "-n", word[1], 1, RANKS_MAX);
    return 2;
}

/* Take the programs of a command line as mpiexec has it: PROGRAM [ARGUMENT...]
 * : -n N PROGRAM [ARGUMENT...] ... */
static void take_programs(const struct argp_state *state,
                          struct mpi_arguments *arguments)
{
    char **word = &state->argv[state->next - 1];
    int words = state->argc - state->next + 1, ranks = 0;
    bool splits = !state->quoted; /* after "--", all words are the program's */
    int used = add_program(state, arguments, word, words, splits, 0);
    while (used < words) {
        used += 1; /* ":" */
        used += parse_part_ranks(state, word + used, words - used, &ranks);
        used += add_program(state, arguments, word + used, words - used, true,
                            ranks);
    }
}

static void take_program(struct argp_state *state,
                         struct mpi_arguments *arguments, const char *argument)
{
    if (!arguments->check && strcmp(argument, "check") == 0) {
        arguments->check = true;
        return;
    }
    note_ranks(state);
    take_programs(state, arguments);
    state->next = state->argc;
}

static void add_number(const struct argp_state *state,
                       struct mpi_arguments *arguments, int ranks)
{
    int *more = realloc(arguments->number,
                        (arguments->numbers + 1) * sizeof *arguments->number);
    if (!more)
        reject(state, &(const struct weft_error){.kind = WEFT_ERROR_MEMORY,
                                                 .text = "no memory"});
    arguments->number = more;
    more[arguments->numbers++] = ranks;
}

#define NUMBERS_MAX 1000 /* numbers of ranks in one check */

/* Parse numbers of ranks: "4", "2..8", "2,4,7". A later -n replaces an
 * earlier one. */
static void parse_numbers(const struct argp_state *state,
                          struct mpi_arguments *arguments, const char *text)
{
    if (strchr(text, ':'))
        misuse(state,
               "-n is the number of ranks (several: 2..8, or 2,4,7); a network "
               "is given with --network %s",
               text);
    arguments->numbers = 0;
    for (const char *at = text;; at++) {
        char one[64];
        size_t length = strcspn(at, ",");
        snprintf(one, sizeof one, "%.*s", (int)(length < 63 ? length : 63), at);
        char *dots = strstr(one, "..");
        if (dots)
            *dots = 0;
        long least = mpi_arguments_number(state, "-n", one, 1, RANKS_MAX);
        long most =
            dots ? mpi_arguments_number(state, "-n", dots + 2, least, RANKS_MAX)
                 : least;
        if (most - least + (long)arguments->numbers >= NUMBERS_MAX)
            misuse(state, "-n %.60s: at most %d numbers of ranks", text,
                   NUMBERS_MAX);
        for (long ranks = least; ranks <= most; ranks++)
            add_number(state, arguments, (int)ranks);
        at += length;
        if (!*at)
            return;
    }
}

static double read_limit(const struct argp_state *state, const char *text)
{
    char *end;
    double value = strtod(text, &end);
    if (*end || end == text || !(value > 0 && value <= 1e9))
        misuse(state, "--limit takes a number of seconds, not '%.60s'", text);
    return value;
}

/* Reject options for a single run if there are several runs. */
static void refuse_many(const struct argp_state *state,
                        const struct mpi_arguments *arguments)
{
    const char *what = arguments->traces.count ? "-t" : "--summary";
    if (arguments->traces.count || arguments->summary)
        misuse(
            state,
            "%s is for one run, but %s makes several (--explore=1 makes one)",
            what, arguments->check ? "check" : "--explore");
}

static void mpi_arguments_keep(struct mpi_arguments *arguments, int key,
                               const char *value)
{
    if (key >= NETWORK && key < STRICT)
        arguments->given[arguments->givens++] = (struct mpi_given){key, value};
}

void mpi_print_given(const struct mpi_arguments *arguments, FILE *out)
{
    for (size_t i = 0; i < arguments->givens; i++) {
        const struct argp_option *option = mpi_options;
        while (option->key != arguments->given[i].key)
            option++;
        fprintf(out, " --%s=", option->name);
        print_quoted(arguments->given[i].value, out);
    }
}

/* Parse an option that affects the execution of a run. */
static error_t parse_run(int key, char *argument, struct argp_state *state)
{
    struct mpi_arguments *arguments = state->input;
    struct weft_mpi *mpi = &arguments->mpi;
    switch (key) {
    case 'n':
        if (strcmp(argument, "p") == 0 && state->next < state->argc)
            argument = state->argv[state->next++]; /* -np N, as for mpirun */
        parse_numbers(state, arguments, argument);
        return 0;
    case 't':
        refuse_picture(state, argument);
        if (arguments->traces.count == TRACES_MAX)
            misuse(state, "too many traces: at most %d in one run", TRACES_MAX);
        arguments->traces.target[arguments->traces.count++] = argument;
        return 0;
    case NETWORK:
        arguments->network = argument;
        return 0;
    case MPI_ARGUMENTS_MODEL:
        arguments->model = argument;
        return 0;
    case COST:
        arguments->cost = argument;
        return 0;
    case FILE_COST:
        mpi->file_cost = file_cost(state, argument);
        return 0;
    case ENGINE:
        mpi->engine = argument;
        return 0;
    case EAGER:
        mpi->eager = mpi_bytes(state, "--eager", argument, 0, UINT32_MAX);
        return 0;
    case COMPUTE:
        mpi->compute = factor(state, argument);
        return 0;
    case MPI_ARGUMENTS_COLLECTIVE:
        mpi_arguments_choose(arguments, state, argument);
        return 0;
    case STACK:
        mpi->stack = mpi_bytes(state, "--stack", argument, 4096, 1LL << 40);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t mpi_arguments_parse(int key, char *argument,
                                   struct argp_state *state)
{
    struct mpi_arguments *arguments = state->input;
    mpi_arguments_keep(arguments, key, argument);
    switch (key) {
    case ARGP_KEY_INIT:
        one_line(state);
        return 0;
    case STRICT:
        arguments->strict = true;
        return 0;
    case GUARD:
        arguments->guard = true;
        return 0;
    case EXPLORE:
        arguments->explore = argument
                                 ? mpi_arguments_number(state, "--explore",
                                                        argument, 1, 100000000)
                                 : EXPLORE_RUNS;
        return 0;
    case CHOICES:
        read_choices(state, arguments, argument);
        return 0;
    case MPI_ARGUMENTS_LIMIT:
        arguments->limit = read_limit(state, argument);
        return 0;
    case MPI_ARGUMENTS_SHARE:
        arguments->mpi.share_libraries = argument;
        return 0;
    case MPI_ARGUMENTS_PRIVATE:
        arguments->mpi.own_libraries = argument;
        return 0;
    case SUMMARY:
        arguments->summary = true;
        return 0;
    case MPI_ARGUMENTS_LINES:
        editor_lines_select();
        return 0;
    case SARIF:
        arguments->sarif = argument;
        return 0;
    case WAIT_GRAPH:
        arguments->wait_graph = argument;
        return 0;
    case ARGP_KEY_ARG:
        take_program(state, arguments, argument);
        return 0;
    case ARGP_KEY_NO_ARGS:
        misuse(state, "no program given; weft-mpicc compiles one from C");
    case ARGP_KEY_END:
        if (!arguments->mpi.parts)
            misuse(state, "no program given; weft-mpicc compiles one from C");
        if (arguments->mpi.parts > 1 && arguments->numbers != 1)
            misuse(state, "several programs: write -n N before each of them");
        if (arguments->numbers > 1 && !arguments->check)
            misuse(state, "several numbers of ranks are for weft mpi check; a "
                          "run has one");
        if (arguments->check || arguments->explore > 1)
            refuse_many(state, arguments);
        return 0;
    default:
        return parse_run(key, argument, state);
    }
}

int mpi_arguments(int argc, char **argv, struct mpi_arguments *arguments)
{
    static const struct argp argp = {
        mpi_options,
        mpi_arguments_parse,
        "PROGRAM [ARGUMENT...] [: -n N PROGRAM [ARGUMENT...]]...\ncheck "
        "PROGRAM "
        "[ARGUMENT...] [: -n N PROGRAM [ARGUMENT...]]...",
        "Runs an MPI program that weft-mpicc has compiled; every rank is a "
        "virtual processor.\v"
        "Example: weft-mpicc ring.c -o ring && weft mpi -n 16 ./ring\n"
        "weft mpi check runs the program as it is, then without buffering, "
        "then with every outcome of receives from any sender.\n"
        "Exit status: the status of the program (of the first rank that does "
        "not return 0); 1 if weft found an error; 64 usage error.",
        NULL,
        NULL,
        NULL};
    struct weft_error err = {0};
    *arguments = (struct mpi_arguments){
        .mpi = {.eager = 65536, .engine = "fibers", .file_cost = {1000, 1000}}};
    arguments->given = calloc((size_t)argc, sizeof *arguments->given);
    if (!arguments->given) {
        weft_error_set(&err, WEFT_ERROR_MEMORY, 0, "no memory");
        return complain_of(&err);
    }
    return parse_leading_arguments(&argp, argc, argv, arguments);
}
