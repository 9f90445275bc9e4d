/* Lists of the GPUs of rings and trees, and errors in them. */
#include "channels.h"

#include "base/base.h"

#include <stdarg.h>
#include <stdio.h>

#define CHANNEL_GPUS_MAX ((size_t)1 << 22)

int channel_wrong(struct channel_list *list, const char *format, ...)
{
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return weft_error_set(list->err, WEFT_ERROR_FORMAT, list->line, "%s", text);
}

int channel_add(struct channel_list *list, const struct channel_gpu *gpu)
{
    if (list->count == CHANNEL_GPUS_MAX)
        return weft_error_set(list->err, WEFT_ERROR_LIMIT, list->line,
                              "rings and trees of more than %zu GPUs in all",
                              CHANNEL_GPUS_MAX);
    if (array_grow(&list->gpu, &list->room, list->count + 1, sizeof *list->gpu))
        return weft_error_set(list->err, WEFT_ERROR_MEMORY, 0, "no memory");
    list->gpu[list->count] = *gpu;
    list->gpu[list->count++].line = list->line;
    return 0;
}

int channel_add_chain(struct channel_list *list,
                      const struct channel_gpu *first, const int *rank,
                      size_t count)
{
    bool ring = first->shape != CHANNEL_TREE;
    for (size_t i = 0; i < count; i++) {
        struct channel_gpu gpu = *first;
        bool last = i + 1 == count;
        gpu.rank = rank[i];
        gpu.up = i ? rank[i - 1] : -1;
        gpu.down[0] = last ? -1 : rank[i + 1];
        gpu.down[1] = gpu.down[2] = -1;
        if (ring && !i)
            gpu.up = rank[count - 1];
        if (ring && last)
            gpu.down[0] = rank[0];
        if (channel_add(list, &gpu))
            return -1;
    }
    return 0;
}
