/* Lists of message contents: parsing and printing. item-table.c stores the
 * texts of a trace, each once. */
#include "items.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/mix.h"
#include "base/text/memstream.h"

const char items_no_memory[] = "no memory for what a message carries";
static const char items_shape[] =
    "expected blocks, like 3 or 3-5, separated by commas; combined values name "
    "their contributors, like 3:0-2+5";

void item_list_finish(struct item_list *list)
{
    free(list->item);
    free(list->span);
    *list = (struct item_list){0};
}

bool item_list_plain(const struct item_list *list)
{
    return list->count == 1 && !list->item[0].spans &&
           list->item[0].blocks.first == list->item[0].blocks.last;
}

/* ---- spans ------------------------------------------------------------- */

static int by_first(const void *a, const void *b)
{
    const struct interval *x = a, *y = b;
    return (x->first > y->first) - (x->first < y->first);
}

size_t spans_join(struct interval *span, size_t count)
{
    size_t kept = 0;
    if (count > 1)
        qsort(span, count, sizeof *span, by_first);
    for (size_t i = 0; i < count; i++) {
        struct interval *last = kept ? &span[kept - 1] : NULL;
        if (!last || span[i].first > (int64_t)last->last + 1)
            span[kept++] = span[i];
        else if (span[i].last > last->last)
            last->last = span[i].last;
    }
    return kept;
}

size_t spans_append(struct interval *span, size_t count, int32_t first,
                    int32_t last)
{
    if (count && span[count - 1].last == first - 1)
        span[--count].last = last;
    else
        span[count] = (struct interval){first, last};
    return count + 1;
}

static int put_span(struct item_list *list, struct interval span)
{
    if (list->spans == UINT32_MAX ||
        array_grow(&list->span, &list->span_capacity, list->spans + 1,
                   sizeof span))
        return -1;
    list->span[list->spans++] = span;
    return 0;
}

static int put_item(struct item_list *list, const struct item *item)
{
    if (array_grow(&list->item, &list->capacity, list->count + 1, sizeof *item))
        return -1;
    list->item[list->count++] = *item;
    return 0;
}

/* ---- parsing ----------------------------------------------------------- */

static const char *scan_int(const char *at, int32_t *value)
{
    int64_t number = 0;
    const char *p = at;
    for (; *p >= '0' && *p <= '9'; p++)
        if ((number = number * 10 + (*p - '0')) > INT32_MAX)
            return NULL;
    *value = (int32_t)number;
    return p > at ? p : NULL;
}

static const char *scan_span(const char *at, struct interval *span)
{
    at = scan_int(at, &span->first);
    span->last = span->first;
    if (at && *at == '-')
        at = scan_int(at + 1, &span->last);
    return at && span->last >= span->first ? at : NULL;
}

/* Scan the optional ":SET". Return NULL and set *wrong on an error. */
static const char *scan_set(struct item_list *list, const char *at,
                            struct item *item, const char **wrong)
{
    size_t first = list->spans, sum = 0;
    item->set = (uint32_t)first;
    item->spans = 0;
    for (char before = ':'; *at == before; before = '+') {
        struct interval span;
        at = scan_span(at + 1, &span);
        if (!at)
            return NULL;
        sum += (size_t)(span.last - span.first) + 1;
        if (put_span(list, span)) {
            *wrong = items_no_memory;
            return NULL;
        }
    }
    size_t kept = 0, joined = 0;
    if (list->spans > first)
        kept = spans_join(list->span + first, list->spans - first);
    list->spans = first + kept;
    item->spans = (uint32_t)kept;
    for (size_t i = first; i < list->spans; i++)
        joined += (size_t)(list->span[i].last - list->span[i].first) + 1;
    if (joined == sum)
        return at;
    *wrong = "a value names a contributor twice";
    return NULL;
}

static int items_by_block(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    return (x->blocks.first > y->blocks.first) -
           (x->blocks.first < y->blocks.first);
}

static bool same_set(const struct item_list *list, const struct item *a,
                     const struct item *b)
{
    return a->spans == b->spans &&
           (!a->spans || !memcmp(list->span + a->set, list->span + b->set,
                                 a->spans * sizeof *list->span));
}

/* Sort by block and join. Return false if a block occurs twice. */
static bool items_order(struct item_list *list)
{
    size_t kept = 0;
    if (list->count > 1)
        qsort(list->item, list->count, sizeof *list->item, items_by_block);
    for (size_t i = 0; i < list->count; i++) {
        const struct item *item = &list->item[i];
        struct item *last = kept ? &list->item[kept - 1] : NULL;
        if (last && item->blocks.first <= last->blocks.last)
            return false;
        if (last && item->blocks.first == last->blocks.last + 1 &&
            same_set(list, last, item))
            last->blocks.last = item->blocks.last;
        else
            list->item[kept++] = *item;
    }
    list->count = kept;
    return true;
}

const char *item_list_parse(struct item_list *list, const char *text,
                            const char **end)
{
    const char *wrong = items_shape;
    list->count = list->spans = 0;
    for (char next = ','; next == ','; next = *text++) {
        struct item item;
        text = scan_span(text, &item.blocks);
        text = text ? scan_set(list, text, &item, &wrong) : NULL;
        if (!text)
            return wrong;
        if (put_item(list, &item))
            return items_no_memory;
    }
    *end = text - 1;
    return items_order(list) ? NULL : "a message carries a block twice";
}

/* ---- building ---------------------------------------------------------- */

int item_list_add(struct item_list *list, int32_t block,
                  const struct interval *set, size_t count)
{
    struct item item = {{block, block}, (uint32_t)list->spans, (uint32_t)count};
    struct item *last = list->count ? &list->item[list->count - 1] : NULL;
    if (last && last->blocks.last == block - 1 && last->spans == count &&
        (!count || !memcmp(list->span + last->set, set, count * sizeof *set))) {
        last->blocks.last = block;
        return 0;
    }
    for (size_t i = 0; i < count; i++)
        if (put_span(list, set[i]))
            return -1;
    return put_item(list, &item);
}

static void print_span(FILE *out, const char *before, struct interval span)
{
    fprintf(out, "%s%" PRId32, before, span.first);
    if (span.last > span.first)
        fprintf(out, "-%" PRId32, span.last);
}

char *item_list_text(const struct item_list *list)
{
    struct memstream stream;
    memstream_open(&stream);
    for (size_t i = 0; stream.out && i < list->count; i++) {
        const struct item *item = &list->item[i];
        print_span(stream.out, i ? "," : "", item->blocks);
        for (size_t k = 0; k < item->spans; k++)
            print_span(stream.out, k ? "+" : ":", list->span[item->set + k]);
    }
    return memstream_close(&stream, NULL);
}

/* ---- comparing --------------------------------------------------------- */

/* Get the next item of a text, without its set, and move *text behind it.
 * Return false at the end, which a way may follow. */
static bool item_text_next(const char **text, struct interval *blocks)
{
    const char *end = scan_span(*text, blocks);
    if (!end)
        return false;
    end += strcspn(end, ", ");
    *text = end + (*end == ',');
    return true;
}

/* Get the next range of blocks of a text: items that touch, joined. */
static bool item_text_range(const char **text, struct interval *blocks)
{
    struct interval next;
    const char *behind;
    if (!item_text_next(text, blocks))
        return false;
    while (behind = *text, item_text_next(&behind, &next) &&
                               next.first == (int64_t)blocks->last + 1) {
        blocks->last = next.last;
        *text = behind;
    }
    return true;
}

bool item_texts_same_blocks(const char *one, int32_t one_message,
                            const char *other, int32_t other_message)
{
    struct interval a, b;
    bool more = true, same = true;
    if (!one || !other)
        return one == other && one_message == other_message;
    while (more && same) {
        more = item_text_range(&one, &a);
        same = more == item_text_range(&other, &b) &&
               (!more || (a.first == b.first && a.last == b.last));
    }
    return same;
}

uint64_t item_text_blocks_key(const char *text, int32_t message)
{
    struct interval blocks;
    uint64_t key = 1;
    if (!text)
        return mix_two(0, (uint32_t)message);
    while (item_text_range(&text, &blocks))
        key = mix_two(key, (uint64_t)(uint32_t)blocks.first << 32 |
                               (uint32_t)blocks.last);
    return key;
}
