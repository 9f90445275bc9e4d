/* weft view: show traces as a page in the browser. */
#include "common/command.h"
#include "common/terminal.h"

#include <argp.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <weft/network.h>
#include <weft/trace.h>
#include <weft/unstable/page.h>

#include "check/check-judging.h"
#include "common/file-ending.h"
#include "common/network-word.h"
#include "common/options.h"
#include "common/reading.h"
#include "common/signals.h"
#include "view/view-verdict.h"
#include "view/view-window.h"

struct view_arguments {
    const char *file[64];
    int files;
    const char *target, *title, *show, *story;
    struct network_words words;
    struct weft_network *network;
    struct range steps, processors;
    struct check_question question;
    bool data; /* write the data of the page, not the page */
};
#define VIEW_FILES_MAX                                                         \
    (int)(sizeof((struct view_arguments *)0)->file / sizeof(char *))

/* maximum number of findings in one run's list on the page */
#define VIEW_FINDINGS 1000

enum view_key {
    KEY_TITLE = 256,
    VIEW_KEY_STEPS,
    KEY_PROCESSORS,
    KEY_SHOW,
    KEY_STORY,
    KEY_DATA
};

static const struct argp_option view_options[] = {
    {"output", 'o', "PAGE", 0,
     "write the page to this file (- is standard output) and do not open it",
     0},
    {"data", KEY_DATA, NULL, 0,
     "write only the data of the page, as one JSON object, to the file of -o "
     "(default: standard output)",
     0},
    {"title", KEY_TITLE, "TEXT", 0, "title of the page", 0},
    {"network", 'n', "NETWORK", 0,
     "the network, if a trace names none, or one from a file or a plug-in", 0},
    CHECK_QUESTION_OPTIONS,
    {"steps", VIEW_KEY_STEPS, "A..B", 0,
     "show these steps only, counted from 1 (in a trace without steps, time "
     "units from its first event)",
     0},
    {"processors", KEY_PROCESSORS, "A..B", 0, "show these processors only", 0},
    {"show", KEY_SHOW, "WORDS", 0,
     "open the page with these displays and this time, for instance "
     "d=tree,knowledge&t=3",
     0},
    {"story", KEY_STORY, "FILE", 0,
     "show the captions of this file at their times: a JSON array of objects "
     "with \"at\" and \"text\"",
     0},
    NETWORK_OPTIONS,
    {0},
};

static void set_range(struct range *range, const char *text, uint64_t low,
                      struct argp_state *state)
{
    char *end;
    errno = 0;
    unsigned long long first = strtoull(text, &end, 10), last = first;
    bool good = end != text && *text >= '0' && *text <= '9';
    if (good && !strncmp(end, "..", 2)) {
        const char *second = end + 2;
        last = strtoull(second, &end, 10);
        good = end != second && *second >= '0' && *second <= '9';
    }
    if (!good || *end || errno || first < low || last < first ||
        last > (uint64_t)1 << 62)
        misuse(state, "'%s' is not a number or range A..B from %llu on", text,
               (unsigned long long)low);
    *range = (struct range){first - low, last - first + 1};
}

/* Check the extension of the output file, when all options are known. */
static void check_target(struct view_arguments *arguments,
                         const struct argp_state *state)
{
    static const char *const page_endings[] = {".html", ".htm", NULL};
    static const char *const data_endings[] = {".json", NULL};
    if (arguments->data && !arguments->target)
        arguments->target = "-";
    if (arguments->target)
        refuse_ending(state, arguments->target,
                      arguments->data ? "the data of a page" : "a page",
                      arguments->data ? data_endings : page_endings);
}

/* Return the length of a prefix such as "page:", which marks the target of -t
 * as a page; 0: none. */
static size_t page_word(const char *target)
{
    static const char *const words[] = {"page:", "html:", "htm:"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strncmp(target, words[i], strlen(words[i])) == 0)
            return strlen(words[i]);
    return 0;
}

static error_t view_parse(int key, char *value, struct argp_state *state)
{
    struct view_arguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        one_line(state);
        return 0;
    case 'o':
        arguments->target = value + page_word(value);
        return 0;
    case KEY_DATA:
        arguments->data = true;
        return 0;
    case ARGP_KEY_END:
        check_target(arguments, state);
        return check_question_parse(key, value, state, &arguments->question);
    case KEY_TITLE:
        arguments->title = value;
        return 0;
    case KEY_SHOW:
        arguments->show = value;
        return 0;
    case KEY_STORY:
        arguments->story = value;
        return 0;
    case VIEW_KEY_STEPS:
        set_range(&arguments->steps, value, 1, state);
        return 0;
    case KEY_PROCESSORS:
        set_range(&arguments->processors, value, 0, state);
        return 0;
    case ARGP_KEY_ARG:
        if (arguments->files == VIEW_FILES_MAX)
            misuse(state, "too many traces: at most %d in one page",
                   VIEW_FILES_MAX);
        arguments->file[arguments->files++] = value;
        return 0;
    case ARGP_KEY_NO_ARGS:
        misuse(state, "no trace given (see %s --help)", state->name);
    default:
        if (!check_question_parse(key, value, state, &arguments->question))
            return 0;
        return network_words_parse(key, value, &arguments->words);
    }
}

static const struct argp view_argp = {
    .options = view_options,
    .parser = view_parse,
    .children = reading_only,
    .args_doc = "TRACE...",
    .doc = "Animates traces: writes a page that shows one run, or several runs "
           "side by side, with the displays of ParaGraph and more, and opens "
           "the page in the browser. The page shows the verdict of weft check "
           "on each run."
           "\vTRACE is a trace in any format that weft reads, or FORMAT:FILE. "
           "Without -o the page is written to a temporary file and opened with "
           "xdg-open. The page is a single file that loads nothing from "
           "elsewhere."};

/* ---- making and opening -------------------------------------------------- */

/* A page, and the data that was read for it. */
struct viewing {
    const struct view_arguments *arguments;
    struct weft_page *page;
    struct weft_read_report report[VIEW_FILES_MAX];
};

/* Print warnings about what the page lacks. If there is no page, an error has
 * been printed. */
static void view_warn(const struct viewing *viewing)
{
    const struct view_arguments *arguments = viewing->arguments;
    struct weft_error err;
    for (int i = 0; i < arguments->files; i++) {
        if (!viewing->report[i].skipped)
            continue;
        weft_error_set(&err, WEFT_ERROR_EMPTY, 0, "left out: %s",
                       viewing->report[i].skipped_what);
        complain(EXIT_GOOD, arguments->file[i], &err);
    }
}

static int add_trace(struct viewing *viewing, int index)
{
    const struct view_arguments *arguments = viewing->arguments;
    struct weft_page *page = viewing->page;
    const char *file = arguments->file[index];
    struct weft_error err = {.text = "no memory"};
    struct window window = {.steps = arguments->steps,
                            .processors = arguments->processors,
                            .network = arguments->network,
                            .page = page};
    const char *slash = strrchr(file, '/');
    window.sink = weft_page_add(page, slash ? slash + 1 : file);
    if (!window.sink)
        return complain(EXIT_FAILED, NULL, &err);
    struct view_verdict verdict;
    view_verdict_begin(&verdict, &arguments->question, &window);
    int status = read_trace(file, &verdict.sink, &viewing->report[index], &err);
    if (!status)
        status = view_verdict_end(&verdict, file, &viewing->report[index], page,
                                  &err);
    const struct weft_error *wrong = &verdict.judging.words.wrong;
    if (!status && wrong->kind && wrong->kind != WEFT_ERROR_LIMIT)
        status = check_words_complain(&verdict.judging.words);
    view_verdict_finish(&verdict);
    if (status >= 0)
        return status;
    if (window.err.kind)
        return complain(EXIT_FAILED, file, &window.err);
    return weft_page_check(page, &err) ? complain(EXIT_FAILED, file, &err)
                                       : complain_of_file(file, &err);
}

/* Return the name of a new file for a page without a name,
 * "FOLDER/weft-XXXXXX.html". */
static char *temporary(struct weft_error *err)
{
    const char *folder = getenv("TMPDIR");
    char *path = NULL;
    if (!folder || !*folder)
        folder = "/tmp";
    if (asprintf(&path, "%s/weft-XXXXXX.html", folder) < 0)
        path = NULL;
    int file = path ? mkstemps(path, 5) : -1;
    if (file < 0) {
        weft_error_system(err, errno, 0, "cannot make a page in '%.200s': %s",
                          folder, strerror(errno));
        free(path);
        return NULL;
    }
    close(file);
    return path;
}

static bool has_display(void)
{
    const char *x = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");
    return (x && *x) || (wayland && *wayland);
}

/* Run xdg-open in a silent child process. Returns 0 if the page was opened. */
static int run_opener(const char *address)
{
    pid_t child = fork();
    if (child < 0)
        return -1;
    if (!child) {
        int nowhere = open("/dev/null", O_RDWR);
        if (nowhere >= 0) {
            dup2(nowhere, STDOUT_FILENO);
            dup2(nowhere, STDERR_FILENO);
        }
        execlp("xdg-open", "xdg-open", address, (char *)NULL);
        _exit(127);
    }
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Open a page in the browser; if that is not possible, print where the page
 * is. */
static int open_page(const char *path)
{
    char *address = NULL;
    const char *why = "no display found";
    int status = has_display() ? 0 : -1;
    if (!status && asprintf(&address, "file://%s", path) >= 0) {
        status = run_opener(address);
        why = status == 127 ? "no xdg-open found" : "xdg-open failed";
    }
    free(address);
    if (status)
        print_plainly(stderr,
                      "weft: %s; page written to %s - open it in any browser\n",
                      why, path);
    return EXIT_GOOD;
}

static int write_page(const struct viewing *viewing, const char *path)
{
    struct weft_error err;
    bool data = viewing->arguments->data;
    if (data ? weft_page_write_data(viewing->page, path, &err)
             : weft_page_write(viewing->page, path, &err))
        return complain(EXIT_FAILED, NULL, &err);
    view_warn(viewing);
    return EXIT_GOOD;
}

/* Write the page to its target, or to a temporary file that is opened in a
 * browser. Returns the exit status. */
static int cmd_view_finish(const struct viewing *viewing)
{
    const struct view_arguments *arguments = viewing->arguments;
    struct weft_error err;
    if (arguments->target)
        return write_page(viewing, arguments->target);
    char *path = temporary(&err);
    if (!path)
        return complain(EXIT_FAILED, NULL, &err);
    signals_remove(path);
    int status = write_page(viewing, path);
    signals_remove(NULL);
    if (status)
        unlink(path);
    else
        status = open_page(path);
    free(path);
    return status;
}

/* Set what the page shows when it is opened. Returns the exit status. */
static int show_words(const struct view_arguments *arguments,
                      struct weft_page *page)
{
    struct weft_error err;
    return weft_page_show(page, arguments->show, &err)
               ? complain(EXIT_MISUSE, "--show", &err)
               : EXIT_GOOD;
}

/* Add the captions to a page with all its runs. Returns the exit status. */
static int add_story(const struct view_arguments *arguments,
                     struct weft_page *page)
{
    struct weft_error err;
    if (!arguments->story || !weft_page_story(page, arguments->story, &err))
        return EXIT_GOOD;
    return complain_of_file(arguments->story, &err);
}

/* Check that the checker accepts the options. Returns the exit status. */
static int can_judge(const struct check_question *question)
{
    struct weft_error err;
    struct check_judging judging;
    int status = check_judging_begin(&judging, question, &err)
                     ? complain_of(&err)
                     : EXIT_GOOD;
    check_judging_finish(&judging);
    return status;
}

static int view(const struct view_arguments *arguments)
{
    struct weft_error err = {.text = "no memory"};
    struct viewing viewing = {.arguments = arguments,
                              .page = weft_page_create(arguments->title)};
    if (!viewing.page)
        return complain(EXIT_FAILED, NULL, &err);
    int status = can_judge(&arguments->question);
    if (!status)
        status = show_words(arguments, viewing.page);
    for (int i = 0; !status && i < arguments->files; i++)
        status = add_trace(&viewing, i);
    if (!status)
        status = add_story(arguments, viewing.page);
    if (!status)
        status = cmd_view_finish(&viewing);
    weft_page_destroy(viewing.page);
    return status;
}

static int view_run(int argc, char **argv)
{
    struct view_arguments arguments = {.question = CHECK_QUESTION};
    int status = parse_arguments(&view_argp, argc, argv, &arguments);
    if (!status)
        status = network_make("view", &arguments.words, &arguments.network);
    arguments.question.options.keep = VIEW_FINDINGS;
    arguments.question.options.unlimited = read_unlimited();
    if (!status)
        status = view(&arguments);
    weft_network_destroy(arguments.network);
    return status;
}

const struct command cmd_view = {
    .name = "view",
    .summary = "animate traces on a page in the browser",
    .run = view_run,
};
