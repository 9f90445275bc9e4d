/* Colours of tasks, and the assignment of time to the innermost task. */
import { above } from './data.js';
import { some } from './format.js';
import { keep } from './sums.js';

/** @param {import('./axis.js').Context} c */
export function taskColour(c, number) {
  const at = taskPlace(c.run, number);
  return c.theme.messages[at % c.theme.messages.length];
}

/**
 * Return for each processor the stretches of its innermost task, in order of
 * time: [{number, start, end}]. @param {import('./axis.js').Context} c / */
export const stretchesOf = c => keep(c, 'stretches', 'all', () =>
  Array.from({ length: c.run.processors }, (_, rank) => c.run.stretchesOf(rank).list));

/** Return the index of a task among the numbers of tasks. */
export function taskPlace(run, number) {
  return above(run.taskNumbers, number) - 1;
}

/** Return a note about tasks without an end, which are drawn to the end of the trace. */
export function openTasks(c) {
  const open = c ? c.run.task.filter(task => task.open).length : 0;
  if (!open) return '';
  return `${some(open, 'task')} without an end, drawn to the end of the trace and marked by a dashed line.`;
}

/** Return a note if the last of `most` places combines several tasks. */
export function lastOfMany(run, most, place) {
  const count = run.taskNumbers.length;
  return count > most ? `The ${place} combines the last ${count - most + 1} of ${count} tasks.` : '';
}
