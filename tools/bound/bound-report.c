/* Output of weft bound. */
#include "bound/bound-report.h"

#include <inttypes.h>
#include <string.h>

#include "common/command.h"
#include "common/outcome.h"
#include "common/terminal.h"

static void question_print(const struct weft_bound_answer *answer)
{
    print_plainly(stdout, "%s on %s (%d processors), model %s, ",
                  answer->problem, answer->network, answer->processors,
                  answer->model);
    if (answer->unit)
        printf("unit time, ");
    else if (answer->vector)
        printf("cost %s, vector %" PRIu64 ", ", answer->cost, answer->vector);
    else
        printf("cost %s, blocks of %" PRIu64 " byte%s, ", answer->cost,
               answer->bytes, plural(answer->bytes));
    if (answer->message_blocks == WEFT_BOUND_ANY)
        printf("messages of any length");
    else
        printf("%" PRId64 " block%s in a message", answer->message_blocks,
               plural((uint64_t)answer->message_blocks));
    if (answer->one_link)
        printf(", every transfer over one link");
    if (answer->late)
        printf(", receptions may wait");
}

static void argument_print(const char *word,
                           const struct weft_bound_argument *argument)
{
    printf("  %-9s %9" PRIu64 "   %s", word, argument->bound, argument->by);
    if (*argument->text)
        print_plainly(stdout, ": %s", argument->text);
    printf("\n");
}

void bound_print(const struct weft_bound_answer *answer, bool vector_given)
{
    question_print(answer);
    printf("\n");
    static const char *const words[] = {"bound", "also", ""};
    for (int i = 0; i < answer->arguments; i++)
        argument_print(words[i < 2 ? i : 2], &answer->argument[i]);
    if (!answer->arguments)
        printf("  bound     %9d   %s\n", 0,
               answer->nothing ? "nothing has to be sent" : "none is known");
    if (answer->author)
        print_plainly(stdout, "  author's  %9" PRIu64 "   %s\n", answer->author,
                      answer->author_by);
    if (answer->vector && !answer->unit && !vector_given)
        printf("vector: %" PRIu64
               " bytes (p x --bytes; --vector sets another)\n",
               answer->vector);
    if (answer->unit && answer->message_blocks == WEFT_BOUND_ANY)
        printf("in unit time a message of any length takes one step\n");
    if (*answer->note)
        printf("%s\n", answer->note);
}

void bound_print_line(const struct weft_bound_answer *answer)
{
    question_print(answer);
    printf(": %" PRIu64, answer->bound);
    if (answer->arguments) {
        printf(" = %s", answer->by);
        if (*answer->argument[0].text)
            print_plainly(stdout, ": %s", answer->argument[0].text);
    }
    printf("\n");
}

static void number_json(const struct weft_bound_number *number,
                        struct json *json)
{
    if (number->truth)
        json_bool(json, number->name, number->num != 0);
    else if (!number->den)
        json_null(json, number->name);
    else if (number->den == 1)
        json_number(json, number->name, (uint64_t)number->num);
    else
        json_real(json, number->name,
                  (double)number->num / (double)number->den);
}

static void list_json(const struct weft_bound_list *list, struct json *json)
{
    if (!list->name)
        return;
    json_open(json, list->name, '[');
    for (size_t i = 0; i < list->count; i++)
        json_number(json, NULL, (uint64_t)list->vertex[i]);
    json_close(json, ']');
}

void bound_certificate(const struct weft_bound_answer *answer, const char *key,
                       struct json *json)
{
    if (!answer->arguments) {
        json_null(json, key);
        return;
    }
    const struct weft_bound_argument *argument = &answer->argument[0];
    json_open(json, key, '{');
    json_text(json, "kind", argument->by);
    json_text(json, "text", argument->text);
    list_json(&(struct weft_bound_list){argument->list_name, argument->list,
                                        argument->count},
              json);
    for (int i = 0; i < 2; i++)
        list_json(&argument->more[i], json);
    for (int i = 0; i < argument->numbers; i++)
        number_json(&argument->number[i], json);
    json_close(json, '}');
}

void bound_members(const struct weft_bound_answer *answer, struct json *json)
{
    json_text(json, "problem", answer->problem);
    json_text(json, "network", answer->network);
    json_number(json, "processors", (uint64_t)answer->processors);
    json_text(json, "model", answer->model);
    json_text(json, "cost", answer->cost);
    if (answer->vector)
        json_number(json, "vector", answer->vector);
    else
        json_number(json, "bytes", answer->bytes);
    if (answer->message_blocks == WEFT_BOUND_ANY)
        json_text(json, "message_blocks", "any");
    else
        json_number(json, "message_blocks", (uint64_t)answer->message_blocks);
    json_bool(json, "routed", answer->routed);
    json_bool(json, "receptions_may_wait", answer->late);
    json_number(json, "bound", answer->bound);
    json_text_or_null(json, "by", answer->by);
    bound_certificate(answer, "certificate", json);
    json_open(json, "arguments", '[');
    for (int i = 0; i < answer->arguments; i++) {
        json_open(json, NULL, '{');
        json_text(json, "by", answer->argument[i].by);
        json_number(json, "bound", answer->argument[i].bound);
        json_text(json, "text", answer->argument[i].text);
        json_close(json, '}');
    }
    json_close(json, ']');
    summary_author(json, answer->author, answer->author_by);
    if (*answer->note)
        json_text(json, "note", answer->note);
}
