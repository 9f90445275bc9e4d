/* The table of `weft stats`, with its very numbers, sortable. */
import { make } from '../element.js';
import { drawTable } from '../tables.js';

const COLUMNS = ['processor', 'busy', 'overhead', 'idle', 'sent', 'received', 'bytes out', 'bytes in'];
const MOST = 2000; /* rows */
const PICTURED = 200; /* rows of a picture */

/** Facts about the whole run: [word, text]. */
function factsOf(run) {
  const { stats } = run.told, plural = (n, word) => `${n} ${word}${n === '1' ? '' : 's'}`;
  const facts = [['makespan', plural(stats.makespan, 'time unit')]];
  if (stats.steps !== '0') facts.push(['steps', stats.steps]);
  if (!run.step && run.unitNs) facts.push(['time unit', `${run.told.unitNs} ns`]);
  facts.push(['messages', `${stats.messages}, ${plural(stats.bytes, 'byte')}`]);
  facts.push(['critical path', `${plural(stats.path, 'time unit')}, ${plural(stats.pathEvents, 'event')}`]);
  if (stats.busiest) {
    const [from, to, messages, bytes, time] = stats.busiest;
    facts.push(['most loaded link', `${run.label(from, 2)} to ${run.label(to, 2)}, ${plural(messages, 'message')}, ${plural(bytes, 'byte')}, ${plural(time, 'time unit')}`]);
  }
  if (stats.unmatched !== '0') facts.push(['unmatched transfers', stats.unmatched]);
  if (stats.absent) facts.push(['processors without events', String(stats.absent)]);
  return facts;
}

/** Rows as texts, the number of the row last; those of absent processors are dashes. */
function rowsOf(run) {
  return run.told.stats.loads.map((load, rank) => {
    const absent = load[7] === 1;
    const cells = load.slice(0, 7).map((text, i) => (absent && i < 3 ? (i ? '-' : 'absent') : text));
    return [run.who(rank), ...cells, String(rank)];
  });
}

function sorted(rows, column, down) {
  const value = text => (/^\d+$/.test(text) ? BigInt(text) : -1n);
  if (!column) column = COLUMNS.length;
  return rows.slice().sort((a, b) => {
    const x = value(a[column]), y = value(b[column]);
    return (x < y ? -1 : x > y ? 1 : 0) * (down ? -1 : 1);
  });
}

function fill(place, c) {
  const { run, kept } = c, sort = kept.sort ?? { column: 0, down: false };
  const rows = sorted(rowsOf(run), sort.column, sort.down);
  const head = COLUMNS.map((word, i) => {
    const cell = make('th', { scope: 'col' }, make('button', { type: 'button', text: word + (sort.column === i ? (sort.down ? ' \u25bc' : ' \u25b2') : ''),
      onclick: () => {
        kept.sort = { column: i, down: sort.column === i ? !sort.down : i > 0 };
        fill(place, c);
      } }));
    if (sort.column === i) cell.setAttribute('aria-sort', sort.down ? 'descending' : 'ascending');
    return cell;
  });
  const body = rows.slice(0, MOST).map(row => make('tr', {}, ...COLUMNS.map((_, i) => make('td', { text: row[i] }))));
  const total = ['all', ...run.told.stats.total.slice(0, 7)];
  place.replaceChildren(
    make('dl', { className: 'facts' }, ...factsOf(run).flatMap(([word, text]) => [make('dt', { text: word }), make('dd', { text })])),
    make('table', {}, make('thead', {}, make('tr', {}, ...head)), make('tbody', {}, ...body),
      make('tfoot', {}, make('tr', {}, ...total.map(text => make('td', { text }))))));
}

export const statistics = {
  word: 'statistics', family: 'others', title: 'Statistics',
  html(place, c) {
    if (!place.firstChild) fill(place, c);
  },
  picture(pen, c) {
    const loads = rowsOf(c.run).map(row => row.slice(0, COLUMNS.length));
    const rows = [COLUMNS, ...loads.slice(0, PICTURED), ['all', ...c.run.told.stats.total.slice(0, 7)]];
    const facts = factsOf(c.run).map(row => row.join(': '));
    if (loads.length > PICTURED) facts.push(`the first ${PICTURED} of ${loads.length} processors`);
    facts.forEach((text, i) => pen.text(12, 8 + i * 15, text));
    let height = 0;
    pen.out.push(`<g transform="translate(0 ${facts.length * 15 + 10})">`);
    height = drawTable(pen, c.theme, c.width, rows);
    pen.out.push('</g>');
    return height + facts.length * 15 + 10;
  },
  note: c => (c && c.run.processors > MOST ? `The first ${MOST} of ${c.run.processors} processors.` : 'Times are in time units.'),
};
