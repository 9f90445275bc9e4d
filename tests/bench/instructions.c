/* Reads the kernel's hardware counter of user-space instructions. */
#include "instructions.h"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

int instructions_begin(void)
{
    struct perf_event_attr what = {
        .type = PERF_TYPE_HARDWARE,
        .size = sizeof what,
        .config = PERF_COUNT_HW_INSTRUCTIONS,
        .inherit = 1,
        .exclude_kernel = 1,
        .exclude_hv = 1,
    };
    return (int)syscall(SYS_perf_event_open, &what, 0, -1, -1, 0);
}

uint64_t instructions_end(int counter)
{
    uint64_t count = 0;
    if (counter < 0)
        return 0;
    if (read(counter, &count, sizeof count) != (ssize_t)sizeof count)
        count = 0;
    close(counter);
    return count;
}
