/* The report of `weft mpi`. Text is printed at once. Lines for editors, which
 * are sorted, and the SARIF file are made of the same findings at the end. */
#include "mpi/mpi-findings.h"
#include "common/command.h"
#include "common/editor-lines.h"
#include "common/json.h"
#include "common/terminal.h"
#include "common/wait-picture.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <weft/weft.h>

/* A finding, with the words before its message and the sentence after it. */
struct found {
    struct weft_mpi_finding finding;
    const char *how;
    char *note; /* owned; or NULL */
    size_t number;
};

static struct {
    const struct mpi_arguments *arguments;
    struct found *found; /* [count] */
    size_t count, noted; /* the notes of the first `noted` are complete */
    struct weft_wait_graph waits; /* of the first deadlock */
} mpi_findings;

/* Rules in the SARIF file; weft_mpi_finding.rule has one of their names. */
static const struct {
    const char *name, *about;
} findings_rules[] = {
    {"address", "Memory is accessed outside of variables and blocks, or freed "
                "wrongly."},
    {"collective", "Collective calls of the members of a communicator differ."},
    {"deadlock", "Ranks wait for each other, and none can proceed."},
    {"leak", "An MPI object was not freed."},
    {"memory", "Memory is accessed while MPI may use it, or written twice."},
    {"request", "A request is used wrongly or was never completed."},
    {"type", "Datatypes, counts or operations do not fit each other."},
    {"unmatched", "A message was never received."},
    {"other", "Another error in the use of MPI, or a wrong exit status."},
};

void mpi_findings_open(const struct mpi_arguments *arguments)
{
    mpi_findings.arguments = arguments;
}

/* Keep a finding until the end of the report; it then belongs to the list. */
static void findings_keep(const struct weft_mpi_finding *finding,
                          const char *how)
{
    size_t count = mpi_findings.count;
    struct found *more =
        realloc(mpi_findings.found, (count + 1) * sizeof *more);
    if (!more)
        return;
    mpi_findings.found = more;
    more[count] = (struct found){*finding, how, NULL, count};
    mpi_findings.count++;
}

void mpi_findings_add(struct weft_mpi_outcome *outcome, const char *how,
                      bool warns)
{
    fflush(stdout);
    if (!mpi_findings.waits.vertices) {
        mpi_findings.waits = outcome->waits;
        outcome->waits = (struct weft_wait_graph){0};
    }
    for (size_t i = 0; i < outcome->findings; i++) {
        struct weft_mpi_finding *finding = &outcome->finding[i];
        if (finding->warning && !warns)
            continue;
        if (!editor_lines_selected())
            print_plainly(stderr, "weft: %s%s%s",
                          finding->warning ? "warning: " : "", how,
                          finding->text);
        findings_keep(finding, how);
        *finding = (struct weft_mpi_finding){0};
    }
}

/* Return a formatted text, which the caller frees; NULL: no memory. */
static char *findings_text(const char *format, va_list arguments)
{
    char *text = NULL;
    return vasprintf(&text, format, arguments) < 0 ? NULL : text;
}

/* Print "weft: TEXT" unless there are lines for editors. */
static void findings_print(const char *text)
{
    fflush(stdout);
    if (text && !editor_lines_selected())
        print_plainly(stderr, "weft: %s\n", text);
}

void mpi_findings_fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = findings_text(format, arguments);
    va_end(arguments);
    findings_print(text);
    findings_keep(&(struct weft_mpi_finding){.rule = "other", .message = text},
                  "");
}

void mpi_findings_note(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = findings_text(format, arguments);
    va_end(arguments);
    findings_print(text);
    for (; text && mpi_findings.noted < mpi_findings.count;
         mpi_findings.noted++) {
        struct found *found = &mpi_findings.found[mpi_findings.noted];
        found->note = found->finding.warning ? NULL : strdup(text);
    }
    free(text);
}

void mpi_findings_say(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = findings_text(format, arguments);
    va_end(arguments);
    findings_print(text);
    free(text);
}

/* ---- lines ----------------------------------------------------------------
 */

static const struct weft_mpi_place *findings_place(const struct found *found)
{
    static struct weft_mpi_place unknown = {.line = 1};
    unknown.file = (char *)mpi_findings.arguments->mpi.part->program;
    return found->finding.places ? found->finding.place : &unknown;
}

static int compare_found(const void *a, const void *b)
{
    const struct found *x = a, *y = b;
    const struct weft_mpi_place at = *findings_place(x);
    const struct weft_mpi_place *other = findings_place(y);
    int order = strcmp(at.file, other->file);
    if (!order)
        order = (at.line > other->line) - (at.line < other->line);
    return order ? order : (x->number > y->number) - (x->number < y->number);
}

/* Return the note about a place besides the finding itself, or NULL. */
static const char *findings_aside(const struct found *found, size_t place)
{
    const struct weft_mpi_place *at = &found->finding.place[place];
    const struct weft_mpi_place *first = found->finding.place;
    if (at->text && place && at[-1].text && !strcmp(at->text, at[-1].text))
        return NULL; /* the same line of the text has two locations */
    if (at->text)
        return at->text;
    bool same = at->line == first->line && !strcmp(at->file, first->file);
    return same ? NULL : "the other location of this error";
}

static void findings_print_lines(const struct found *found)
{
    const struct weft_mpi_finding *finding = &found->finding;
    const struct weft_mpi_place *at = findings_place(found);
    char *text = NULL;
    if (asprintf(&text, "%s%s", found->how, finding->message) < 0)
        return;
    editor_line_print(stderr, at->file, (unsigned long)at->line,
                      finding->warning ? "warning" : "error", text,
                      finding->rule);
    free(text);
    for (size_t i = 0; i < finding->places; i++) {
        const char *aside = findings_aside(found, i);
        if (aside)
            editor_line_print(stderr, finding->place[i].file,
                              (unsigned long)finding->place[i].line, "note",
                              aside, NULL);
    }
    if (found->note)
        editor_line_print(stderr, at->file, (unsigned long)at->line, "note",
                          found->note, NULL);
}

void mpi_findings_last(const char *text, const char *where, char *line,
                       size_t size)
{
    const char *program = mpi_findings.arguments->mpi.part->program;
    snprintf(line, size, "%s%s: error: %s", *where ? where : program,
             *where ? "" : ":1", text);
    for (char *at = line; (at = strchr(at, '\n'));)
        *at = ';';
    size_t used = strlen(line);
    snprintf(line + used, size - used, " [other]");
}

/* ---- SARIF 2.1.0 ----------------------------------------------------------
 */

/* Write the address of a file, relative to the working directory if possible.
 */
static void findings_write_address(struct json *json, const char *file)
{
    char folder[4096], *address = malloc(3 * strlen(file) + 8), *at = address;
    size_t length = getcwd(folder, sizeof folder) ? strlen(folder) : 0;
    if (!address)
        return;
    if (length && !strncmp(file, folder, length) && file[length] == '/')
        file += length + 1;
    if (*file == '/')
        at += sprintf(at, "file://");
    for (const unsigned char *c = (const unsigned char *)file; *c; c++)
        at += sprintf(at,
                      strchr("%?#<>\"{}|\\^`[]:", *c) || *c <= ' ' || *c > '~'
                          ? "%%%02X"
                          : "%c",
                      *c);
    json_open(json, "artifactLocation", '{');
    json_text(json, "uri", address);
    json_close(json, '}');
    free(address);
}

static void findings_write_message(struct json *json, const char *key,
                                   const char *how, const char *text,
                                   const char *note)
{
    char *whole = NULL;
    if (asprintf(&whole, "%s%s%s%s", how, text, note ? "; " : "",
                 note ? note : "") < 0)
        return;
    json_open(json, key, '{');
    json_text(json, "text", whole);
    json_close(json, '}');
    free(whole);
}

static void findings_write_place(struct json *json,
                                 const struct weft_mpi_place *place,
                                 const char *aside)
{
    json_open(json, NULL, '{');
    json_open(json, "physicalLocation", '{');
    findings_write_address(json, place->file);
    json_open(json, "region", '{');
    json_number(json, "startLine", (uint64_t)place->line);
    json_close(json, '}');
    json_close(json, '}');
    if (aside)
        findings_write_message(json, "message", "", aside, NULL);
    json_close(json, '}');
}

static void findings_write_result(struct json *json, const struct found *found)
{
    const struct weft_mpi_finding *finding = &found->finding;
    json_open(json, NULL, '{');
    json_text(json, "ruleId", finding->rule);
    json_text(json, "level", finding->warning ? "warning" : "error");
    findings_write_message(json, "message", found->how, finding->message,
                           found->note);
    json_open(json, "locations", '[');
    findings_write_place(json, findings_place(found), NULL);
    json_close(json, ']');
    json_open(json, "relatedLocations", '[');
    for (size_t i = 0; i < finding->places; i++) {
        const char *aside = findings_aside(found, i);
        if (aside)
            findings_write_place(json, &finding->place[i], aside);
    }
    json_close(json, ']');
    json_close(json, '}');
}

static void findings_write_tool(struct json *json)
{
    json_open(json, "tool", '{');
    json_open(json, "driver", '{');
    json_text(json, "name", "weft mpi");
    json_text(json, "version", WEFT_VERSION);
    json_open(json, "rules", '[');
    for (size_t i = 0; i < sizeof findings_rules / sizeof *findings_rules;
         i++) {
        json_open(json, NULL, '{');
        json_text(json, "id", findings_rules[i].name);
        findings_write_message(json, "shortDescription", "",
                               findings_rules[i].about, NULL);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
    json_close(json, '}');
}

static void findings_write_log(FILE *out)
{
    struct json json = {.out = out};
    json_open(&json, NULL, '{');
    json_text(&json, "$schema",
              "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/"
              "schemas/sarif-schema-2.1.0.json");
    json_text(&json, "version", "2.1.0");
    json_open(&json, "runs", '[');
    json_open(&json, NULL, '{');
    findings_write_tool(&json);
    json_open(&json, "results", '[');
    for (size_t i = 0; i < mpi_findings.count; i++)
        findings_write_result(&json, &mpi_findings.found[i]);
    json_close(&json, ']');
    json_close(&json, '}');
    json_close(&json, ']');
    json_close(&json, '}');
    fputc('\n', out);
}

static int findings_write_file(const char *path, int status)
{
    struct weft_error err = {0};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out)
        findings_write_log(out);
    if (!out || fclose(out))
        weft_error_set(&err, WEFT_ERROR_MEMORY, 0, "no memory");
    else
        weft_file_write(path, text, size, &err);
    free(text);
    if (!err.kind)
        return status;
    int failed = complain(EXIT_FAILED, path, &err);
    return status ? status : failed;
}

int mpi_findings_close(int status)
{
    if (mpi_findings.arguments && mpi_findings.count)
        qsort(mpi_findings.found, mpi_findings.count,
              sizeof *mpi_findings.found, compare_found);
    for (size_t i = 0; i < mpi_findings.count && editor_lines_selected(); i++)
        findings_print_lines(&mpi_findings.found[i]);
    if (mpi_findings.arguments && mpi_findings.arguments->sarif)
        status = findings_write_file(mpi_findings.arguments->sarif, status);
    if (mpi_findings.arguments && mpi_findings.arguments->wait_graph)
        status = wait_picture_write(&mpi_findings.waits,
                                    mpi_findings.arguments->wait_graph,
                                    editor_lines_selected(), status);
    weft_wait_graph_finish(&mpi_findings.waits);
    for (size_t i = 0; i < mpi_findings.count; i++) {
        weft_mpi_finding_finish(&mpi_findings.found[i].finding);
        free(mpi_findings.found[i].note);
    }
    free(mpi_findings.found);
    mpi_findings.found = NULL;
    mpi_findings.count = mpi_findings.noted = 0;
    return status;
}
