/* Words about events that the machine and the traces share. */
#include <string.h>
#include <weft/event.h>

const char *const weft_event_names[WEFT_EVENT_KINDS] = {
    [WEFT_SEND] = "send",   [WEFT_RECEIVE] = "receive", [WEFT_WAIT] = "wait",
    [WEFT_SLEEP] = "sleep", [WEFT_COMPUTE] = "compute", [WEFT_STORE] = "store",
    [WEFT_MARK] = "mark",
};

const char *weft_trace_info_get(const struct weft_trace_info *info,
                                const char *key)
{
    for (size_t i = 0; i < info->parameters; i++)
        if (!strcmp(info->parameter[i].key, key))
            return info->parameter[i].value;
    return NULL;
}
