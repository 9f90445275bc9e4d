/* Tasks: their colours, and how their time is given to the innermost one. */
import { above } from './data.js';
import { keep } from './sums.js';

/** @param {import('./axis.js').Context} c */
export function taskColour(c, number) {
  const at = taskPlace(c.run, number);
  return c.theme.messages[at % c.theme.messages.length];
}

/**
 * For each processor the stretches of its innermost task, in order of time:
 * [{number, start, end}]. @param {import('./axis.js').Context} c
 */
export const stretchesOf = c => keep(c, 'stretches', 'all', () =>
  Array.from({ length: c.run.processors }, (_, rank) => c.run.stretchesOf(rank).list));

/** A task's place among the numbers. */
export function taskPlace(run, number) {
  return above(run.taskNumbers, number) - 1;
}

export const noTasks = c => (c && !c.run.task.length ? 'This run has no tasks.' : '');

/** What is said where the last of `most` places has all tasks that are more. */
export function lastOfMany(run, most, place) {
  const count = run.taskNumbers.length;
  return count > most ? `The ${place} combines the last ${count - most + 1} of ${count} tasks.` : '';
}
