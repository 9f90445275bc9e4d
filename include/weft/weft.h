/**
 * All headers of the library in one include.
 *
 * Threads: each header states its rule.
 */
#ifndef WEFT_H
#define WEFT_H

#include <weft/bandwidth.h>
#include <weft/bound.h>
#include <weft/check.h>
#include <weft/cluster.h>
#include <weft/collective.h>
#include <weft/compare.h>
#include <weft/error.h>
#include <weft/event.h>
#include <weft/experiment.h>
#include <weft/figure.h>
#include <weft/gallery.h>
#include <weft/goal.h>
#include <weft/machine.h>
#include <weft/model.h>
#include <weft/msccl.h>
#include <weft/mscclpp.h>
#include <weft/network.h>
#include <weft/optimum.h>
#include <weft/page.h>
#include <weft/plugin.h>
#include <weft/problem.h>
#include <weft/processor.h>
#include <weft/replay.h>
#include <weft/setting.h>
#include <weft/stats.h>
#include <weft/trace.h>
#include <weft/tree.h>
#include <weft/version.h>

#endif
