/* Fuzz target: MSCCL algorithms, checked against their own rules in each
 * layout. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include <weft/unstable/msccl.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void look(const struct weft_msccl_run *run)
{
    assert(run->findings <= run->found);
    assert(run->asked || !run->found);
    for (size_t i = 0; i < run->findings; i++)
        assert(run->finding[i].text[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int file = -1;
    char path[40];
    struct weft_msccl_result result;
    struct weft_error err = {0};
    if (file < 0)
        file = memfd_create("input", 0);
    if (ftruncate(file, 0) || pwrite(file, data, size, 0) != (ssize_t)size)
        abort();
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    int status = weft_msccl_check(path, &result, &err);
    assert(!status || err.text[0]);
    look(&result.in_place);
    look(&result.out_of_place);
    weft_msccl_finish(&result);
    return 0;
}
