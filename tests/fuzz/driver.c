/* Runs a fuzz target without libFuzzer: on every seed of a folder, then on a
 * fixed number of inputs derived from them by a deterministic generator, so
 * that all runs are equal. Another SEED gives other inputs. If the target
 * aborts, the input is written to the file FOUND.
 *     fuzz-NAME FOLDER DICTIONARY COUNT [SEED [FOUND]] */
#include <dirent.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define SEEDS_MAX 64
#define WORDS_MAX 256
#define INPUT_MAX (128u << 10)

struct text {
    size_t size;
    uint8_t *bytes;
};

static struct text seed[SEEDS_MAX], word[WORDS_MAX];
static size_t seeds, words;

/* random number generator: splitmix64 */
static uint64_t state;
static size_t below(size_t limit)
{
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return limit ? (size_t)((z ^ z >> 31) % limit) : 0;
}

static struct text load(const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        exit(1);
    }
    struct text text = {0, malloc(INPUT_MAX)};
    text.size = fread(text.bytes, 1, INPUT_MAX, file);
    fclose(file);
    return text;
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void load_seeds(const char *folder)
{
    char *name[SEEDS_MAX], path[4096];
    size_t count = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir && (entry = readdir(dir));)
        if (entry->d_name[0] != '.' && count < SEEDS_MAX)
            name[count++] = strdup(entry->d_name);
    if (dir)
        closedir(dir);
    if (count)
        qsort(name, count, sizeof *name, compare);
    for (size_t i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, name[i]);
        seed[seeds++] = load(path);
        free(name[i]);
    }
}

/* Load a libFuzzer dictionary: lines of the form "text" with the escapes \" \\
 * and \xHH. */
static void load_words(const char *path)
{
    struct text all = load(path);
    char *at = (char *)all.bytes;
    at[all.size < INPUT_MAX ? all.size : INPUT_MAX - 1] = '\0';
    for (char *line = strtok(at, "\n"); line; line = strtok(NULL, "\n")) {
        char *from = strchr(line, '"');
        if (!from || *line == '#' || words == WORDS_MAX)
            continue;
        struct text *to = &word[words++];
        to->bytes = malloc(strlen(from));
        for (from++; *from && *from != '"'; from++) {
            if (*from == '\\' && from[1] == 'x') {
                char hex[3] = {from[2], from[2] ? from[3] : '\0', '\0'};
                to->bytes[to->size++] = (uint8_t)strtoul(hex, NULL, 16);
                from += from[2] && from[3] ? 3 : 1;
                continue;
            }
            from += *from == '\\' && from[1];
            to->bytes[to->size++] = (uint8_t)*from;
        }
    }
    free(all.bytes);
}

/* Replace `gone` bytes at `at` with the given bytes. */
static void splice(struct text *text, size_t at, size_t gone,
                   const uint8_t *bytes, size_t size)
{
    if (gone > text->size - at)
        gone = text->size - at;
    if (text->size - gone + size > INPUT_MAX)
        return;
    memmove(text->bytes + at + size, text->bytes + at + gone,
            text->size - at - gone);
    if (size)
        memcpy(text->bytes + at, bytes, size);
    text->size += size - gone;
}

static void mutate(struct text *text)
{
    size_t at = below(text->size + 1);
    const struct text *other = &seed[below(seeds)];
    uint8_t byte = (uint8_t)below(256);
    char number[24];
    int digits;
    switch (below(6)) {
    case 0:
        splice(text, at, 1, &byte, 1);
        return;
    case 1:
        splice(text, at, 1 + below(20), NULL, 0);
        return;
    case 2:
        if (words) {
            const struct text *chosen = &word[below(words)];
            splice(text, at, below(2) * chosen->size, chosen->bytes,
                   chosen->size);
        }
        return;
    case 3:
        digits = snprintf(number, sizeof number, "%lld",
                          (long long)below(SIZE_MAX) >> below(64));
        splice(text, at, below(4), (uint8_t *)number, (size_t)digits);
        return;
    case 4:
        splice(text, at, 0, other->bytes,
               below(other->size < 500 ? other->size + 1 : 500));
        return;
    default:
        text->size = at;
    }
}

static struct text input;
static const char *found_path;

/* Signal handler: the target has aborted; save the input. */
static void keep_input(int signal_number)
{
    FILE *file = fopen(found_path, "w");
    if (file && fwrite(input.bytes, 1, input.size, file) == input.size)
        fclose(file);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void watch(const char *path)
{
    static const int signals[] = {SIGABRT, SIGSEGV, SIGBUS, SIGALRM};
    found_path = path;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        signal(signals[i], keep_input);
}

int main(int argc, char **argv)
{
    if (argc < 4 || argc > 6)
        return 64;
    state = argc > 4 ? strtoull(argv[4], NULL, 10) : 0;
    if (argc > 5)
        watch(argv[5]);
    load_seeds(argv[1]);
    load_words(argv[2]);
    if (!seeds) {
        fprintf(stderr, "no seeds in %s\n", argv[1]);
        return 1;
    }
    for (size_t i = 0; i < seeds; i++)
        LLVMFuzzerTestOneInput(seed[i].bytes, seed[i].size);
    input.bytes = malloc(INPUT_MAX);
    for (long count = atol(argv[3]); count > 0; count--) {
        const struct text *from = &seed[below(seeds)];
        input.size = from->size;
        memcpy(input.bytes, from->bytes, from->size);
        for (size_t changes = 1 + below(6); changes > 0; changes--)
            mutate(&input);
        alarm(argc > 5 ? 10 : 0);
        LLVMFuzzerTestOneInput(input.bytes, input.size);
    }
    free(input.bytes);
    for (size_t i = 0; i < seeds; i++)
        free(seed[i].bytes);
    for (size_t i = 0; i < words; i++)
        free(word[i].bytes);
    return 0;
}
