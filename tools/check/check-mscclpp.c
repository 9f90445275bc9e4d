/* Checks of MSCCL++ plans, for people and for programs. */
#include "check/check-mscclpp.h"

#include "common/answer.h"
#include "common/command.h"
#include "common/editor-lines.h"
#include "common/json.h"
#include "common/options.h"
#include "common/reading.h"
#include "common/terminal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <weft/setting.h>

static const char check_mscclpp_prefix[] = "mscclpp:";

static const char *check_mscclpp_path(const char *file)
{
    size_t length = strlen(check_mscclpp_prefix);
    return strncmp(file, check_mscclpp_prefix, length) ? file : file + length;
}

bool check_mscclpp_is(const char *file)
{
    return check_mscclpp_path(file) != file || weft_mscclpp_recognise(file);
}

/* ---- options ---------------------------------------------------------------
 */

static uint64_t check_mscclpp_number(const char *option, const char *value,
                                     uint64_t most, struct argp_state *state)
{
    char *end;
    errno = 0;
    unsigned long long number = strtoull(value, &end, 10);
    if (errno || end == value || *end || *value == '-' || !number ||
        number > most)
        misuse(state, "%s takes a number from 1 to %" PRIu64 ", not '%s'",
               option, most, value);
    return number;
}

static uint64_t check_mscclpp_bytes(const char *option, const char *value,
                                    struct argp_state *state)
{
    int64_t bytes;
    if (weft_bytes_parse(value, 1, INT64_MAX, &bytes))
        misuse(state,
               "%s takes a number of bytes from 1 (units: 64k, 1M, 1kB, 1MB), "
               "not '%.40s'",
               option, value);
    return (uint64_t)bytes;
}

error_t check_mscclpp_parse(int key, char *value, struct argp_state *state,
                            struct weft_mscclpp_options *options)
{
    switch (key) {
    case CHECK_KEY_SIZE:
        options->size = check_mscclpp_bytes("--size", value, state);
        return 0;
    case CHECK_KEY_LAUNCHES:
        options->launches =
            (int)check_mscclpp_number("--launches", value, 1000, state);
        return 0;
    case CHECK_KEY_REUSE:
        options->reuse = true;
        return 0;
    case CHECK_KEY_ORDERS:
        options->orders =
            (int)check_mscclpp_number("--orders", value, 1000000, state);
        return 0;
    case CHECK_KEY_EXECUTOR:
        if (strcmp(value, "mscclpp") != 0)
            misuse(state, "unknown executor '%s' (known: mscclpp, nccl, rccl)",
                   value);
        options->executor = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* ---- text ------------------------------------------------------------------
 */

/* Write "GPU 0, thread block 1, op 6[iteration 2, op 1] (put)". */
static void check_mscclpp_place(FILE *out,
                                const struct weft_mscclpp_place *place)
{
    fprintf(out, "GPU %d", place->rank);
    if (place->thread_block >= 0)
        fprintf(out, ", thread block %d", place->thread_block);
    if (place->op >= 0)
        fprintf(out, ", op %d", place->op);
    if (place->iteration >= 0)
        fprintf(out, "[iteration %" PRId64 ", op %d]", place->iteration,
                place->inner);
    if (place->op >= 0)
        fprintf(out, " (%s)", place->name);
}

static void check_mscclpp_faults(const struct weft_mscclpp_fault *fault,
                                 size_t faults, uint64_t count,
                                 const char *before)
{
    for (size_t i = 0; i < faults; i++) {
        fputs("  ", stdout);
        check_mscclpp_place(stdout, &fault[i].place);
        printf(": %s%s: ", before, weft_mscclpp_kind_names[fault[i].kind]);
        print_plain(fault[i].text, stdout);
        putchar('\n');
    }
    if (count > faults)
        printf("  ... and %" PRIu64 " more\n", count - faults);
}

/* Print one line for editors for each fault or remark. */
static void check_mscclpp_lines(const char *file,
                                const struct weft_mscclpp_fault *fault,
                                size_t faults, const char *kind)
{
    for (size_t i = 0; i < faults; i++) {
        char *text = NULL;
        size_t size;
        FILE *out = open_memstream(&text, &size);
        if (out) {
            check_mscclpp_place(out, &fault[i].place);
            fprintf(out, ": %s", fault[i].text);
            fclose(out);
        }
        editor_line_print(stdout, check_mscclpp_path(file), 0, kind,
                          text ? text : fault[i].text,
                          weft_mscclpp_kind_names[fault[i].kind]);
        free(text);
    }
}

static void check_mscclpp_report_lines(const char *file,
                                       const struct weft_mscclpp_result *result)
{
    check_mscclpp_lines(file, result->fault, result->faults, "error");
    check_mscclpp_lines(file, result->remark, result->remarks, "warning");
}

static void check_mscclpp_text(const char *file,
                               const struct weft_mscclpp_result *result)
{
    print_plain(file, stdout);
    printf(" (mscclpp): %s of %d GPU%s, %" PRIu64 " thread block%s, %" PRIu64
           " operation%s, %" PRIu64 " message%s",
           result->collective, result->ranks, plural((uint64_t)result->ranks),
           result->thread_blocks, plural(result->thread_blocks), result->ops,
           plural(result->ops), result->messages, plural(result->messages));
    if (result->name[0]) {
        fputs(" (", stdout);
        print_plain(result->name, stdout);
        putchar(')');
    }
    printf("\nsize: %" PRIu64 " byte%s, chunks of %" PRIu64
           ", memory in cells of %" PRIu64 "\n",
           result->size, plural(result->size), result->chunk,
           result->cell_size);
    printf("checked: %d launch%s", result->launches,
           result->launches == 1 ? "" : "es");
    if (result->orders > 1)
        printf(", checked in %d orders", result->orders);
    if (!result->end_known)
        printf("; no end state is known for the collective");
    putchar('\n');
    check_mscclpp_faults(result->fault, result->faults, result->fault_count,
                         "");
    check_mscclpp_faults(result->remark, result->remarks, result->remark_count,
                         "remark: ");
    if (result->fault_count)
        printf("not valid: %" PRIu64 " fault%s", result->fault_count,
               plural(result->fault_count));
    else
        fputs("valid", stdout);
    if (result->remark_count)
        printf("; %" PRIu64 " remark%s", result->remark_count,
               plural(result->remark_count));
    putchar('\n');
}

/* ---- JSON ------------------------------------------------------------------
 */

/* Write a number, of which -1 means that there is none. */
static void check_mscclpp_integer(struct json *json, const char *key,
                                  int64_t number)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRId64, number);
    json_decimal(json, key, digits);
}

static void check_mscclpp_fault(struct json *json,
                                const struct weft_mscclpp_fault *fault)
{
    json_open(json, NULL, '{');
    json_text(json, "kind", weft_mscclpp_kind_names[fault->kind]);
    check_mscclpp_integer(json, "rank", fault->place.rank);
    check_mscclpp_integer(json, "threadblock", fault->place.thread_block);
    check_mscclpp_integer(json, "op", fault->place.op);
    check_mscclpp_integer(json, "iteration", fault->place.iteration);
    check_mscclpp_integer(json, "inner", fault->place.inner);
    json_open(json, "other", '{');
    check_mscclpp_integer(json, "rank", fault->other.rank);
    check_mscclpp_integer(json, "threadblock", fault->other.thread_block);
    check_mscclpp_integer(json, "op", fault->other.op);
    json_close(json, '}');
    json_open(json, "cell", '{');
    const struct weft_mscclpp_cell *cell = &fault->cell;
    char buffer[2] = {cell->rank < 0 ? '\0' : cell->buffer, '\0'};
    check_mscclpp_integer(json, "rank", cell->rank);
    json_text(json, "buffer", buffer);
    json_number(json, "byte", cell->rank < 0 ? 0 : cell->byte);
    json_number(json, "bytes", cell->rank < 0 ? 0 : cell->bytes);
    json_close(json, '}');
    json_text(json, "text", fault->text);
    json_close(json, '}');
}

static void check_mscclpp_list(struct json *json, const char *key,
                               const struct weft_mscclpp_fault *fault,
                               size_t count)
{
    json_open(json, key, '[');
    for (size_t i = 0; i < count; i++)
        check_mscclpp_fault(json, &fault[i]);
    json_close(json, ']');
}

static void check_mscclpp_json(const char *file,
                               const struct weft_mscclpp_result *result)
{
    struct json json = answer_open("plan", stdout);
    json_text(&json, "file", file);
    json_text(&json, "format", "mscclpp");
    json_bool(&json, "valid", !result->fault_count);
    json_text(&json, "verdict", result->fault_count ? "not valid" : "valid");
    json_open(&json, "mscclpp", '{');
    json_text(&json, "name", result->name);
    json_text(&json, "collective", result->collective);
    json_bool(&json, "end_known", result->end_known);
    json_number(&json, "ranks", (uint64_t)result->ranks);
    json_number(&json, "thread_blocks", result->thread_blocks);
    json_number(&json, "ops", result->ops);
    json_number(&json, "messages", result->messages);
    json_number(&json, "steps", result->steps);
    json_number(&json, "size", result->size);
    json_number(&json, "chunk", result->chunk);
    json_number(&json, "cells", result->cells);
    json_number(&json, "cell", result->cell_size);
    json_number(&json, "launches", (uint64_t)result->launches);
    json_number(&json, "orders", (uint64_t)result->orders);
    json_number(&json, "fault_count", result->fault_count);
    check_mscclpp_list(&json, "faults", result->fault, result->faults);
    json_number(&json, "remark_count", result->remark_count);
    check_mscclpp_list(&json, "remarks", result->remark, result->remarks);
    json_close(&json, '}');
    answer_close(&json);
}

int check_mscclpp(const char *file, const struct weft_mscclpp_options *options,
                  bool json)
{
    struct weft_mscclpp_result result;
    struct weft_error err;
    struct weft_mscclpp_options own = *options;
    own.trusted = read_unlimited();
    own.strict = read_strict();
    if (weft_mscclpp_check(check_mscclpp_path(file), &own, &result, &err)) {
        weft_mscclpp_finish(&result);
        int status = complain_of_file(file, &err);
        return err.kind == WEFT_ERROR_LIMIT ? EXIT_NOT_JUDGED : status;
    }
    if (editor_lines_selected())
        check_mscclpp_report_lines(file, &result);
    else
        (json ? check_mscclpp_json : check_mscclpp_text)(file, &result);
    int status = weft_mscclpp_valid(&result) ? EXIT_GOOD : EXIT_FAILED;
    weft_mscclpp_finish(&result);
    return status;
}
