/* A problem that never ends in the part that the environment variable ENDLESS
 * names, where it creates the file "reached": its "bounds", or its strategy,
 * which computes ("idle") or goes on sending ("busy"). */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <weft/plugin.h>

static bool is_endless(const char *part)
{
    const char *endless = getenv("ENDLESS");
    if (!endless || strcmp(endless, part) != 0)
        return false;
    int file = open("reached", O_CREAT | O_WRONLY, 0600);
    return file >= 0 && close(file) == 0;
}

static void bounds(const struct weft_asked *asked,
                   struct weft_bounding *bounding)
{
    volatile bool on = is_endless("bounds");
    (void)asked;
    (void)bounding;
    while (on)
        ;
}

WEFT_PROBLEM(.name = "turn", .summary = "every block to the right",
             .network = "ring:5", .goal = "have all: r\nwant all: (r+p-1)%p\n",
             .bounds = bounds)

/* Send the own block to the right, again and again if it is "busy". */
static int turn(struct weft_processor *self, struct weft_work *work)
{
    int p = weft_size(self), own = weft_rank(self), left = (own + p - 1) % p;
    volatile bool idle = is_endless("idle");
    bool busy = is_endless("busy");
    while (idle)
        ;
    do {
        if (weft_work_post(work, (own + 1) % p, &own, 1) || weft_step(self) ||
            weft_work_receive(work, left, &left, 1))
            return -1;
    } while (busy);
    return 0;
}

WEFT_STRATEGY(.problem = "turn", .name = "right", .summary = "one step",
              .needs = "one-port-duplex", .function = turn)
