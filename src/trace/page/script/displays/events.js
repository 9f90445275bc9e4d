/* The events around the current time; a click on an event sets the clock. */
import { KINDS, RECEIVE, SEND, TASK, DONE, above } from '../data.js';
import { make } from '../element.js';
import { short } from '../format.js';
import { drawTable, scrolling } from '../tables.js';

const AROUND = 12;
const COLUMNS = ['processor', 'event', 'message', 'partner', 'bytes', 'duration'];

const DETAILS = ['tag', 'communicator', 'line'];
const columnsOf = (run, view) => [view.steps ? 'step' : 'time', ...COLUMNS, ...(run.event.details?.length ? DETAILS : [])];

/** Return the number of the step that begins at a time, or "after T" if the
 * time lies within a step. */
const stepText = time => (Number.isInteger(time) ? String(time + 1) : `after ${short(time)}`);

function rowOf(run, view, i) {
  const e = run.event, kind = e.kind[i], peer = e.peer[i] - 1, task = kind === TASK || kind === DONE;
  const number = e.message[i] - 1;
  const start = e.start[i] * run.toPage, time = view.steps ? stepText(start) : view.exactText(start);
  const message = task ? run.taskName(number) : number < 0 ? '' : String(number);
  return [time, run.label(e.rank[i]), KINDS[kind] ?? '?', message,
    peer < 0 ? '' : (kind === RECEIVE ? 'from ' : kind === SEND ? 'to ' : 'for ') + run.label(peer),
    e.bytes[i] ? String(e.bytes[i]) : '', e.duration[i] ? (view.steps ? view.timeText(e.duration[i] * run.toPage) : view.exactText(e.duration[i] * run.toPage)) : '',
    ...(e.details?.length ? run.detailsOf(i) ?? DETAILS.map(() => '') : [])];
}

/** Return [first, last, current) as indices of events. */
function windowOf(run, view) {
  const time = view.timeOf(run), present = above(run.event.start, time - 1e-9);
  const at = run.event.start[present] === undefined ? run.events : present;
  let first = Math.max(0, at - AROUND);
  const last = Math.min(run.events, first + 3 * AROUND);
  first = Math.max(0, last - 3 * AROUND);
  return [first, last, at];
}

function fill(place, c) {
  const { run, view } = c, [first, last, present] = windowOf(run, view);
  const key = `${first} ${present}`;
  if (c.kept.key === key) return;
  c.kept.key = key;
  const rows = [];
  for (let i = first; i < last; i++) {
    const [time, ...cells] = rowOf(run, view, i);
    const link = make('button', { type: 'button', className: 'link', text: time,
      onclick: () => view.setClock(run.event.start[i] * run.toPage) });
    link.setAttribute('aria-label', `set the clock to ${view.steps ? 'the beginning of step ' : ''}${time}`);
    const classes = [i === present ? 'present' : '', run.event.start[i] === run.event.start[present] ? 'now' : ''];
    rows.push(make('tr', { className: classes.join(' ').trim() }, make('td', {}, link),
      ...cells.map(text => make('td', { text }))));
  }
  const table = make('table', {},
    make('thead', {}, make('tr', {}, ...columnsOf(run, view).map(text => make('th', { scope: 'col', text })))),
    make('tbody', {}, ...rows));
  place.replaceChildren(scrolling(table));
}

export const events = {
  word: 'events', family: 'others', title: 'Events',
  html(place, c) {
    c.kept.key = '';
    fill(place, c);
  },
  now: fill,
  picture(pen, c) {
    const [first, last] = windowOf(c.run, c.view), rows = [columnsOf(c.run, c.view)];
    for (let i = first; i < last; i++) rows.push(rowOf(c.run, c.view, i));
    return drawTable(pen, c.theme, c.width, rows);
  },
  note: c => (c ? `${c.run.events} events in all.` : ''),
};
