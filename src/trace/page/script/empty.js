/* Displays that have nothing to show: the reason, and a display that shows something instead. */

/** @typedef {{text: string, action: string, act: (page: any, word: string) => void}} Empty */
/** @typedef {import('./data.js').Run} Run */
/** @typedef {import('./view.js').View} View */

/** Return an action that replaces this display by another one. @returns {(page: any, word: string) => void} */
const instead = other => (page, word) => page.replace(word, other);

/** @param {Run} run @returns {Empty|null} */
export function noMessages(run) {
  if (run.message.count) return null;
  const other = run.task.length ? 'task-gantt' : 'gantt';
  return { text: 'This run has no messages.', action: 'show the Gantt chart instead', act: instead(other) };
}

/** @param {string} other a display of states @returns {(run: Run) => Empty|null} */
export const noTasks = (other, title) => run => (run.task.length ? null
  : { text: 'This run has no tasks.', action: `show ${title} instead`, act: instead(other) });

/**
 * Is no processor ever busy by the current definition?
 * @param {Run} run @param {View} view @returns {Empty|null}
 */
export function noBusy(run, view) {
  if (!run.communicates || view.communicationBusy) return null;
  return { text: 'This run records no computation, so no processor is ever busy.', action: 'count communication as busy',
    act: page => page.view.set('communicationBusy', true) };
}

/**
 * Is there no overhead because communication counts as busy?
 * @param {Run} run @param {View} view @returns {Empty|null}
 */
export function noOverhead(run, view) {
  if (!view.communicationBusy) return null;
  return { text: 'Communication counts as busy, so this display has no share of its own for it.', action: 'count it by itself',
    act: page => page.view.set('communicationBusy', false) };
}

/** @param {Run} run @returns {Empty|null} */
export function noQueues(run) {
  const m = run.message;
  if (!m.count) return noMessages(run);
  run.cache.queues ??= m.taken.some((taken, n) => taken > m.arrive[n]);
  return run.cache.queues ? null : { text: 'No message is ever queued in this run: each is received on arrival.',
    action: 'show the traffic instead', act: instead('traffic') };
}
