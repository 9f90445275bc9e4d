/* Parses models: a name, or explicit rules. */
#include <stdio.h>
#include <string.h>
#include <weft/model.h>

#include "base/base.h"
#include "pairs.h"

static const char *const model_words_sends[] = {"one", "same", "all", NULL};
static const char *const model_words_receives[] = {"one", "all", NULL};
static const char *const model_words_duplex[] = {"half", "full", NULL};

enum model_word { MODEL_WORDS_SEND, RECEIVE, DUPLEX, MODEL_WORDS_KEYS };

static const char *model_words_key_name(size_t i)
{
    static const char *const keys[] = {"send", "receive", "duplex", NULL};
    return keys[i];
}

static const char *sends_name(size_t i)
{
    return model_words_sends[i];
}

static const char *receives_name(size_t i)
{
    return model_words_receives[i];
}

static const char *duplex_name(size_t i)
{
    return model_words_duplex[i];
}

/* The parsed value of a rule: a word, or the first word and a number of
 * ports. */
struct model_words_chosen {
    int word, ports;
};

static int model_words_set(void *result, int key, const char *value,
                           struct weft_error *err)
{
    static const char *(*const words[])(size_t) = {sends_name, receives_name,
                                                   duplex_name};
    struct model_words_chosen *chosen =
        (struct model_words_chosen *)result + key;
    int64_t ports;
    size_t i = 0;
    if (key != DUPLEX &&
        !parse_number(value, NULL, 1, WEFT_MODEL_PORTS_MAX, &ports)) {
        *chosen = (struct model_words_chosen){0, (int)ports};
        return 0;
    }
    if (key != DUPLEX && strspn(value, "0123456789") == strlen(value) && *value)
        return weft_error_set(
            err, WEFT_ERROR_MISUSE, 0,
            "%s=%s: the number of ports must be between 1 and %d",
            model_words_key_name((size_t)key), value, WEFT_MODEL_PORTS_MAX);
    while (words[key](i) && strcmp(value, words[key](i)))
        i++;
    if (!words[key](i)) {
        char what[32];
        snprintf(what, sizeof what,
                 "value of %s=", model_words_key_name((size_t)key));
        return weft_unknown(err, what, value, words[key]);
    }
    *chosen = (struct model_words_chosen){(int)i, 1};
    return 0;
}

static const struct pairs model_words_rules = {
    .what = "rule of a model",
    .usage = "send=one|same|all|K,receive=one|all|K,duplex=half|full",
    .key = model_words_key_name,
    .set = model_words_set,
};

static const char *port_word(char text[12], const char *word, int ports)
{
    snprintf(text, 12, "%d", ports);
    return ports > 1 ? text : word;
}

static int parse_rules(const char *text, struct weft_model *model,
                       struct weft_error *err)
{
    struct model_words_chosen chosen[MODEL_WORDS_KEYS];
    unsigned seen;
    if (pairs_parse(&model_words_rules, text, chosen, &seen, err))
        return -1;
    if (seen != (1u << MODEL_WORDS_KEYS) - 1)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "model '%.60s': write %s", text,
                              model_words_rules.usage);
    char ports[2][12];
    *model = (struct weft_model){
        .summary = "rules written out",
        .sends = (enum weft_sends)chosen[MODEL_WORDS_SEND].word,
        .receives = (enum weft_receives)chosen[RECEIVE].word,
        .duplex = (enum weft_duplex)chosen[DUPLEX].word,
        .send_ports = chosen[MODEL_WORDS_SEND].ports,
        .receive_ports = chosen[RECEIVE].ports,
    };
    snprintf(
        model->name, sizeof model->name, "send=%s,receive=%s,duplex=%s",
        port_word(ports[0], model_words_sends[model->sends], model->send_ports),
        port_word(ports[1], model_words_receives[model->receives],
                  model->receive_ports),
        model_words_duplex[model->duplex]);
    return 0;
}

static const char *model_words_model_name(size_t i)
{
    return weft_model(i) ? weft_model(i)->name : NULL;
}

int weft_model_parse(const char *text, struct weft_model *model,
                     struct weft_error *err)
{
    if (!text)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0, "no model given");
    if (strchr(text, '='))
        return parse_rules(text, model, err);
    for (size_t i = 0; model_words_model_name(i); i++)
        if (!strcmp(text, model_words_model_name(i))) {
            *model = *weft_model(i);
            return 0;
        }
    return weft_unknown(err, "model", text, model_words_model_name);
}
