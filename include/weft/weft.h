/**
 * All headers of the library in one include.
 *
 * Threads: each header states its rule.
 */
#ifndef WEFT_H
#define WEFT_H

#include <weft/bound.h>
#include <weft/check.h>
#include <weft/error.h>
#include <weft/event.h>
#include <weft/goal.h>
#include <weft/machine.h>
#include <weft/model.h>
#include <weft/network.h>
#include <weft/plugin.h>
#include <weft/problem.h>
#include <weft/processor.h>
#include <weft/setting.h>
#include <weft/trace.h>
#include <weft/version.h>

#endif
