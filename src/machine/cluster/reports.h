/* Reports of a part of the tree of processes, and the decision; private to
 * src/machine. By the resolver, or with the worker's baton. */
#ifndef WEFT_SRC_MACHINE_CLUSTER_REPORTS_H
#define WEFT_SRC_MACHINE_CLUSTER_REPORTS_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/cluster.h>

struct shared_run;
struct summary;

/* What this process (0) says, or what a child has said. */
void reports_file(struct shared_run *share, int child,
                  const struct summary *summary, const uint64_t *balance);
/* When all of this part of the tree have: up the tree, or, at the root, down,
 * if nothing is under way. */
void reports_pass_on(struct shared_run *share);
/* What has come. 0, or -1: no process of ours would send this. */
int reports_take(struct shared_run *share, int from, struct weft_parcel parcel);
int reports_take_decision(struct shared_run *share, int from,
                          struct weft_parcel parcel);
/* Has anybody said that its machine failed? */
bool reports_broken(const struct shared_run *share);

#endif
