/* Tasks: their colours, and how their time is given to the innermost one. */
import { above } from './data.js';
import { keep } from './sums.js';

/** @param {import('./axis.js').Context} c */
export function taskColour(c, number) {
  const at = c.run.taskNumbers.indexOf(number);
  return c.theme.messages[at % c.theme.messages.length];
}

/**
 * For each processor the stretches of its innermost task, in order of time:
 * [{number, start, end}]. @param {import('./axis.js').Context} c
 */
export const stretchesOf = c => keep(c, 'stretches', 'all', () => {
  const { run } = c, found = [];
  for (let rank = 0; rank < run.processors; rank++) {
    const own = run.tasksOf.get(rank) ?? [], list = [];
    const edges = [...new Set(own.flatMap(task => [task.start, task.end]))].sort((a, b) => a - b);
    const open = [];
    let next = 0;
    for (let i = 0; i + 1 < edges.length; i++) {
      while (next < own.length && own[next].start <= edges[i]) open.push(own[next++]);
      for (let j = open.length - 1; j >= 0; j--) if (open[j].end <= edges[i]) open.splice(j, 1);
      const inner = open[open.length - 1];
      const last = list[list.length - 1];
      if (!inner) continue;
      if (last && last.number === inner.number && last.end === edges[i]) last.end = edges[i + 1];
      else list.push({ number: inner.number, start: edges[i], end: edges[i + 1] });
    }
    found.push(list);
  }
  return found;
});

/** A task's place among the numbers. */
export function taskPlace(run, number) {
  return above(run.taskNumbers, number) - 1;
}

export const noTasks = c => (c && !c.run.task.length ? 'This run has no tasks.' : '');
