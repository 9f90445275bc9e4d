/* Reports of subtrees of the process tree, and decisions; private to
 * src/machine. Called by the resolver, or by the holder of the worker's
 * baton. */
#ifndef WEFT_SRC_MACHINE_CLUSTER_REPORTS_H
#define WEFT_SRC_MACHINE_CLUSTER_REPORTS_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/unstable/cluster.h>

struct shared_run;
struct summary;

/* Store the report of this process (child 0) or of a child. */
void reports_file(struct shared_run *share, int child,
                  const struct summary *summary, const uint64_t *balance);
/* If the whole subtree has reported, send the joined report up or, at the root,
 * the decision down, provided that no message is in flight. */
void reports_pass_on(struct shared_run *share);
/* Process received packets. Return 0, or -1 if the data is invalid. */
int reports_take(struct shared_run *share, int from, struct weft_packet packet);
int reports_take_decision(struct shared_run *share, int from,
                          struct weft_packet packet);
/* Return whether any process has reported a failure of its machine. */
bool reports_broken(const struct shared_run *share);

#endif
