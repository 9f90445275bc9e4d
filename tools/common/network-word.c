/* Networks named on the command line. */
#include "common/network-word.h"
#include "common/answer.h"

#include "common/command.h"
#include "common/terminal.h"
#include "common/word-kinds.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/unstable/topology.h>
#include <weft/unstable/ways.h>

static int network_word_refuse(const char *command,
                               const struct weft_error *err)
{
    if (!weft_error_is_misuse(err))
        return complain(EXIT_FAILED, NULL, err);
    fprintf(stderr, "weft %s: %s\n", command, err->text);
    answer_failed(EXIT_MISUSE, NULL, err);
    return EXIT_MISUSE;
}

error_t network_words_parse(int key, char *value, struct network_words *words)
{
    const struct {
        int key;
        const char **word;
    } rows[] = {{'n', &words->spec},
                {NETWORK_KEY_SEED, &words->seed},
                {NETWORK_KEY_LANE, &words->lane}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (key == rows[i].key) {
            *rows[i].word = value;
            return 0;
        }
    return ARGP_ERR_UNKNOWN;
}

/* Returns 0, or -1 with err set. */
static int seed_read(const char *text, uint64_t *seed, struct weft_error *err)
{
    errno = 0;
    *seed = strtoull(text, NULL, 10);
    if (!errno && *text && *seed <= INT64_MAX &&
        strspn(text, "0123456789") == strlen(text))
        return 0;
    return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                          "--seed '%.40s' is not a whole number from 0 to "
                          "%" PRId64,
                          text, INT64_MAX);
}

void network_remarks(const struct weft_network *network)
{
    const char *remark;
    for (size_t i = 0; network && (remark = weft_network_remark(network, i));
         i++) {
        fputs("weft: note: network '", stderr);
        print_plain(weft_network_name(network), stderr);
        fprintf(stderr, "': %s\n", remark);
    }
}

int network_make(const char *command, const struct network_words *words,
                 struct weft_network **network)
{
    struct weft_error err = {0};
    uint64_t seed = WEFT_NETWORK_SEED;
    *network = NULL;
    if (words->seed && seed_read(words->seed, &seed, &err))
        return network_word_refuse(command, &err);
    if (!words->spec && words->lane) {
        weft_error_set(&err, WEFT_ERROR_MISUSE, 0,
                       "--lane needs a network: add -n");
        return network_word_refuse(command, &err);
    }
    if (!words->spec)
        return EXIT_GOOD;
    if (!network_lacks_kind(words->spec, &err))
        *network = weft_network_create_seeded(words->spec, seed, &err);
    network_remarks(*network);
    if (*network && !weft_network_set_lane(network, words->lane, &err))
        return EXIT_GOOD;
    weft_network_destroy(*network);
    *network = NULL;
    return network_word_refuse(command, &err);
}
