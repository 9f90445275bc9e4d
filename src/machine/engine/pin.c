/* Assign workers to cores, beginning with the caller's core, and set the policy
 * by which woken threads wait until the waker sleeps. */
#include "pin.h"
#include "machine/run.h"
#include "machine/schedule/worker.h"
#include <sched.h>

void pin_open(struct run *run)
{
    int core = sched_getcpu();
    run->core = core < 0 ? 0 : core;
}

void pin_worker(const struct worker *worker, pthread_attr_t *attributes)
{
    cpu_set_t all, one;
    if (sched_getaffinity(0, sizeof all, &all))
        return;
    int skip = worker->index % CPU_COUNT(&all);
    int cpu = worker->run->core;
    while (!CPU_ISSET(cpu, &all) || skip--)
        cpu = (cpu + 1) % CPU_SETSIZE;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    pthread_attr_setaffinity_np(attributes, sizeof one, &one);
}

void pin_patient(void)
{
    const struct sched_param none = {0};
    if (sched_getscheduler(0) == SCHED_OTHER)
        sched_setscheduler(0, SCHED_BATCH, &none);
}
