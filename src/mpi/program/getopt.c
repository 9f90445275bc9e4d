/* Linked into each copy of a program: getopt() and its variants as in the GNU C
 * library (man 3 getopt). The library keeps the position and the variables such
 * as optarg and optind once per process, so only the first rank would see its
 * options. */
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma weak optarg
#pragma weak optind
#pragma weak opterr
#pragma weak optopt
#pragma weak getopt
#pragma weak getopt_long
#pragma weak getopt_long_only

char *optarg;
int optind = 1, opterr = 1, optopt;

/* Arguments of a call. */
struct getopt_scan {
    int argc;
    char **argv;
    const char *letters; /* option letters without the leading + or - */
    const struct option *names;
    int *index;
    bool only;  /* whether long options may begin with one dash */
    bool colon; /* whether to return ':' if an argument is missing */
    bool quiet; /* whether to suppress error messages */
};

static enum { PERMUTE, IN_ORDER, STOP } getopt_order;
static bool getopt_begun;
static char *getopt_next; /* remaining letters of the current word */
static int getopt_first,
    getopt_last; /* range of skipped operands in argv: [first, last) */

static bool is_operand(const char *word)
{
    return word[0] != '-' || !word[1];
}

static void reverse(char **words, int from, int to)
{
    while (from < --to) {
        char *word = words[from];
        words[from++] = words[to];
        words[to] = word;
    }
}

/* Move the skipped operands behind the options that follow them. */
static void getopt_pass(struct getopt_scan *scan)
{
    reverse(scan->argv, getopt_first, getopt_last);
    reverse(scan->argv, getopt_last, optind);
    reverse(scan->argv, getopt_first, optind);
    getopt_first += optind - getopt_last;
    getopt_last = optind;
}

static void getopt_begin(const char *letters)
{
    if (optind == 0)
        optind = 1;
    getopt_first = getopt_last = optind;
    getopt_next = NULL;
    getopt_begun = true;
    getopt_order = *letters == '-' ? IN_ORDER : PERMUTE;
    if (*letters == '+' || (*letters != '-' && getenv("POSIXLY_CORRECT")))
        getopt_order = STOP;
}

/* Advance to the next option. Returns 0, or the value that getopt() returns: -1
 * at the end, 1 for an operand. */
static int getopt_advance(struct getopt_scan *scan)
{
    if (getopt_last > optind)
        getopt_last = optind;
    if (getopt_first > optind)
        getopt_first = optind;
    if (getopt_order == PERMUTE) {
        if (getopt_first != getopt_last && getopt_last != optind)
            getopt_pass(scan);
        else if (getopt_last != optind)
            getopt_first = optind;
        while (optind < scan->argc && is_operand(scan->argv[optind]))
            optind++;
        getopt_last = optind;
    }
    if (optind < scan->argc && !strcmp(scan->argv[optind], "--")) {
        optind++;
        if (getopt_first != getopt_last && getopt_last != optind)
            getopt_pass(scan);
        else if (getopt_first == getopt_last)
            getopt_first = optind;
        getopt_last = optind = scan->argc;
    }
    if (optind >= scan->argc) {
        if (getopt_first != getopt_last)
            optind = getopt_first;
        return -1;
    }
    if (!is_operand(scan->argv[optind]))
        return 0;
    if (getopt_order == STOP)
        return -1;
    optarg = scan->argv[optind++];
    return 1;
}

/* ---- names ----------------------------------------------------------------
 */

static bool getopt_is_same(const struct option *a, const struct option *b)
{
    return a->has_arg == b->has_arg && a->flag == b->flag && a->val == b->val;
}

/* Find the long option that begins with the first `bytes` bytes of the word: an
 * exact match, or the first. Sets *several if it is ambiguous. */
static const struct option *getopt_named(const struct getopt_scan *scan,
                                         size_t bytes, bool *several)
{
    const struct option *found = NULL;
    *several = false;
    for (const struct option *name = scan->names; name->name; name++) {
        if (strncmp(name->name, getopt_next, bytes))
            continue;
        if (strlen(name->name) == bytes) {
            *several = false;
            return name;
        }
        if (!found)
            found = name;
        else if (scan->only || !getopt_is_same(found, name))
            *several = true;
    }
    return found;
}

static int unknown_name(const struct getopt_scan *scan, const char *dashes,
                        size_t bytes, bool several)
{
    if (!scan->quiet && !several)
        fprintf(stderr, "%s: unrecognized option '%s%s'\n", scan->argv[0],
                dashes, getopt_next);
    if (!scan->quiet && several) {
        fprintf(stderr,
                "%s: option '%s%s' is ambiguous; possibilities:", scan->argv[0],
                dashes, getopt_next);
        for (const struct option *name = scan->names; name->name; name++)
            if (!strncmp(name->name, getopt_next, bytes))
                fprintf(stderr, " '%s%s'", dashes, name->name);
        fputc('\n', stderr);
    }
    getopt_next = NULL;
    optind++;
    optopt = 0;
    return '?';
}

/* Determine the argument of a long option, possibly in the same word. Returns 0
 * or the error that getopt() returns. */
static int argument(const struct getopt_scan *scan, const struct option *name,
                    const char *dashes, char *given)
{
    const char *wrong = NULL;
    if (given && name->has_arg)
        optarg = given;
    else if (given)
        wrong = "doesn't allow";
    else if (name->has_arg == required_argument && optind < scan->argc)
        optarg = scan->argv[optind++];
    else if (name->has_arg == required_argument)
        wrong = "requires";
    if (!wrong)
        return 0;
    if (!scan->quiet)
        fprintf(stderr, "%s: option '%s%s' %s an argument\n", scan->argv[0],
                dashes, name->name, wrong);
    optopt = name->val;
    return scan->colon && !given ? ':' : '?';
}

/* Handle a long option. Returns -1 if the word consists of short options. */
static int take_name(const struct getopt_scan *scan, const char *dashes)
{
    bool several;
    size_t bytes = strcspn(getopt_next, "=");
    char *given = getopt_next[bytes] ? getopt_next + bytes + 1 : NULL;
    const struct option *name = getopt_named(scan, bytes, &several);
    if (!name && !dashes[1] && strchr(scan->letters, *getopt_next))
        return -1;
    if (!name || several)
        return unknown_name(scan, dashes, bytes, several);
    optind++;
    getopt_next = NULL;
    int wrong = argument(scan, name, dashes, given);
    if (wrong)
        return wrong;
    if (scan->index)
        *scan->index = (int)(name - scan->names);
    if (!name->flag)
        return name->val;
    *name->flag = name->val;
    return 0;
}

/* ---- letters --------------------------------------------------------------
 */

static int wrong_letter(const struct getopt_scan *scan, char letter, bool known)
{
    if (!scan->quiet)
        fprintf(stderr,
                known ? "%s: option requires an argument -- '%c'\n"
                      : "%s: invalid option -- '%c'\n",
                scan->argv[0], letter);
    optopt = letter;
    return known && scan->colon ? ':' : '?';
}

static int take_letter(struct getopt_scan *scan)
{
    char letter = *getopt_next++;
    const char *known = strchr(scan->letters, letter);
    if (!*getopt_next)
        optind++;
    if (!known || letter == ':' || letter == ';')
        return wrong_letter(scan, letter, false);
    if (known[1] != ':')
        return letter;
    char *rest = getopt_next;
    getopt_next = NULL;
    if (*rest) {
        optarg = rest;
        optind++;
    } else if (known[2] == ':') {
        optarg = NULL;
    } else if (optind < scan->argc) {
        optarg = scan->argv[optind++];
    } else {
        return wrong_letter(scan, letter, true);
    }
    return letter;
}

static int getopt_take(struct getopt_scan *scan)
{
    if (scan->argc < 1)
        return -1;
    optarg = NULL;
    if (optind == 0 || !getopt_begun)
        getopt_begin(scan->letters);
    if (*scan->letters == '-' || *scan->letters == '+')
        scan->letters++;
    scan->colon = *scan->letters == ':';
    scan->quiet = !opterr || scan->colon;
    if (!getopt_next || !*getopt_next) {
        int ends = getopt_advance(scan);
        if (ends)
            return ends;
        char *word = scan->argv[optind];
        if (scan->names && word[1] == '-') {
            getopt_next = word + 2;
            return take_name(scan, "--");
        }
        getopt_next = word + 1;
        if (scan->names && scan->only &&
            (word[2] || !strchr(scan->letters, word[1]))) {
            int name = take_name(scan, "-");
            if (name != -1)
                return name;
        }
    }
    return take_letter(scan);
}

int getopt(int argc, char *const *argv, const char *letters)
{
    struct getopt_scan scan = {
        .argc = argc, .argv = (char **)argv, .letters = letters};
    return getopt_take(&scan);
}

int getopt_long(int argc, char *const *argv, const char *letters,
                const struct option *names, int *index)
{
    struct getopt_scan scan = {.argc = argc,
                               .argv = (char **)argv,
                               .letters = letters,
                               .names = names,
                               .index = index};
    return getopt_take(&scan);
}

int getopt_long_only(int argc, char *const *argv, const char *letters,
                     const struct option *names, int *index)
{
    struct getopt_scan scan = {.argc = argc,
                               .argv = (char **)argv,
                               .letters = letters,
                               .names = names,
                               .index = index,
                               .only = true};
    return getopt_take(&scan);
}
