/* The displays, in the order of the menu: one file and one row each. */
import { count } from './displays/count.js';
import { gantt } from './displays/gantt.js';
import { summary } from './displays/summary.js';
import { profile } from './displays/profile.js';
import { meter } from './displays/meter.js';
import { kiviat } from './displays/kiviat.js';
import { streak } from './displays/streak.js';
import { spacetime } from './displays/spacetime.js';
import { animation } from './displays/animation.js';
import { matrix } from './displays/matrix.js';
import { traffic } from './displays/traffic.js';
import { queues } from './displays/queues.js';
import { links } from './displays/links.js';
import { node } from './displays/node.js';
import { taskCount } from './displays/task-count.js';
import { taskGantt } from './displays/task-gantt.js';
import { taskSummary } from './displays/task-summary.js';
import { taskSurface } from './displays/task-surface.js';
import { path } from './displays/path.js';
import { portrait } from './displays/portrait.js';
import { status } from './displays/status.js';
import { statistics } from './displays/statistics.js';
import { events } from './displays/events.js';
import { knowledge } from './displays/knowledge.js';
import { tree } from './displays/tree.js';

export const displays = [
  count, gantt, summary, profile, meter, kiviat, streak,
  spacetime, animation, matrix, traffic, queues, links, node,
  taskCount, taskGantt, taskSummary, taskSurface,
  path, portrait, status, statistics, events, knowledge, tree,
];
