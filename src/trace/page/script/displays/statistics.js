/* The tables of `weft stats --waits` with the same numbers: efficiencies, wait states, the critical
 * path, and the processors, which the user can sort. */
import { make } from '../element.js';
import { clockOf } from '../exacttime.js';
import { partText } from '../pathparts.js';
import { drawTable, scrolling } from '../tables.js';
import { efficiencyRows, waitTables } from '../known/waits.js';
import { pathOf } from './spacetime.js';

const COLUMNS = ['processor', 'busy', 'overhead', 'idle', 'sent', 'received', 'bytes out', 'bytes in'];
const TIMES = 3; /* number of columns of times, after the first column */
const OVERHEAD = 2;
const MOST = 2000; /* limit on rows of processors */
const LONG = 100; /* limit on rows of other tables */
const PICTURED = 200; /* limit on rows in a picture */

/** Return facts about the whole run: [word, text, exact number]. */
function factsOf(run, clock) {
  const { stats, waits } = run.told, plural = (n, word) => `${n} ${word}${n === '1' ? '' : 's'}`;
  const facts = [['makespan', clock.long(stats.makespan), stats.makespan]];
  if (stats.steps !== '0') facts.push(['steps', stats.steps]);
  facts.push(['messages', `${stats.messages}, ${plural(stats.bytes, 'byte')}`, stats.messages]);
  facts.push(['critical path', `${clock.long(stats.path)}, ${plural(stats.pathEvents, 'event')}`, stats.path]);
  facts.push(['late senders on it', clock.long(waits.onPath), waits.onPath]);
  if (stats.busiest) {
    const [from, to, messages, bytes, time] = stats.busiest;
    facts.push(['most loaded link', `${run.label(from)} to ${run.label(to)}, ${plural(messages, 'message')}, ${plural(bytes, 'byte')}, ${clock.long(time)}`]);
  }
  if (stats.unmatched !== '0') facts.push(['unmatched transfers', stats.unmatched]);
  if (stats.absent) facts.push(['processors without events', String(stats.absent)]);
  return facts;
}

/** Return the columns that are shown: no overhead if communication counts as busy. */
const columnsOf = view => COLUMNS.map((_, i) => i).filter(i => i !== OVERHEAD || !view.communicationBusy);

/** Return the times of a processor; communication may count as busy. @param {string[]} load */
function countedLoad(view, load) {
  if (!view.communicationBusy) return load.slice(0, 7);
  return [String(BigInt(load[0]) + BigInt(load[1])), '0', ...load.slice(2, 7)];
}

/** Return the rows as exact texts; the rank is last. */
const rowsOf = ({ run, view }) => run.told.stats.loads.map((load, rank) =>
  [run.key(rank), ...countedLoad(view, load), String(rank)]);

/** Return the text of a cell; absent processors have dashes. */
function cellText(run, clock, row, i) {
  const load = run.told.stats.loads[Number(row[COLUMNS.length])];
  if (load?.[7] === 1 && i > 0 && i <= TIMES) return i > 1 ? '-' : 'absent';
  if (!i && load) return run.who(Number(row[COLUMNS.length]));
  return i > 0 && i <= TIMES ? clock.text(row[i]) : row[i];
}

function sorted(rows, column, down) {
  const value = text => (/^\d+$/.test(text) ? BigInt(text) : -1n);
  if (!column) column = COLUMNS.length;
  return rows.slice().sort((a, b) => {
    const x = value(a[column]), y = value(b[column]);
    return (x < y ? -1 : x > y ? 1 : 0) * (down ? -1 : 1);
  });
}

/** Return a table with a title; cells are texts, or [text, exact number]. */
function tableOf(word, title, head, rows, all = rows.length) {
  const cell = each => (Array.isArray(each) ? make('td', { text: each[0], 'data-value': String(each[1]) }) : make('td', { text: each }));
  const more = all > rows.length ? [make('p', { className: 'note', text: `The first ${rows.length} of ${all} rows.` })] : [];
  return [make('h3', { text: title }), scrolling(make('table', { className: word },
    make('thead', {}, make('tr', {}, ...head.map(text => make('th', { scope: 'col', text })))),
    make('tbody', {}, ...rows.map(row => make('tr', {}, ...row.map(cell)))))), ...more];
}

/** Return rows for the first parts of the critical path. The times of all parts add up to its length. */
function pathRows(run, clock) {
  return pathOf(run).slice(0, LONG).map(part => [clock.text(String(part.from)), clock.text(String(part.until)),
    run.label(part.rank), partText(run, part), [clock.text(String(part.until - part.from)), part.until - part.from]]);
}

/** Return the tables besides that of the processors: [word, title, heading, rows, all]. */
function moreOf(run, clock) {
  const { waits } = run.told, list = [];
  if (waits.parallel !== null)
    list.push(['efficiencies', 'efficiencies', ['', ''], efficiencyRows(run).map(([word, text, value]) => [word, [text, value]])]);
  const tables = waitTables(run), counts = [tables[0][2].length, Number(waits.allPairs), Number(waits.allTasks)];
  tables.forEach(([title, head, rows], i) => {
    if (!Number(waits.allPairs)) return;
    const shown = rows.slice(0, LONG).map(row => [...row.slice(0, -1), [clock.text(row[row.length - 1]), row[row.length - 1]]]);
    list.push([`waits-${i}`, i ? `wait states ${title}` : title, head.map(word => (word === 'time' ? clock.title(word) : word)), shown, counts[i]]);
  });
  const path = pathRows(run, clock);
  if (path.length)
    list.push(['path', 'critical path', [clock.title('from'), clock.title('until'), 'processor', 'does', clock.title('time')], path, pathOf(run).length]);
  return list;
}

/** Return the heading of the table of processors; a click sorts the rows. */
function headOf(place, c, clock, sort) {
  return columnsOf(c.view).map(i => {
    const word = c.view.stateName(COLUMNS[i]), name = i > 0 && i <= TIMES ? clock.title(word) : word, mark = sort.down ? ' \u25bc' : ' \u25b2';
    const cell = make('th', { scope: 'col' }, make('button', { type: 'button', text: name + (sort.column === i ? mark : ''),
      onclick: () => {
        c.kept.sort = { column: i, down: sort.column === i ? !sort.down : i > 0 };
        fill(place, c);
      } }));
    if (sort.column === i) cell.setAttribute('aria-sort', sort.down ? 'descending' : 'ascending');
    return cell;
  });
}

function fill(place, c) {
  const { run, kept } = c, sort = kept.sort ?? { column: 0, down: false }, clock = clockOf(run);
  const rows = sorted(rowsOf(c), sort.column, sort.down), columns = columnsOf(c.view);
  const cells = row => columns.map(i => make('td', { text: cellText(run, clock, row, i), 'data-value': row[i] }));
  const body = rows.slice(0, MOST).map(row => make('tr', {}, ...cells(row)));
  place.replaceChildren(
    make('dl', { className: 'facts' }, ...factsOf(run, clock).flatMap(([word, text, exact]) =>
      [make('dt', { text: word }), make('dd', { text, 'data-value': exact ?? '' })])),
    scrolling(make('table', { className: 'loads' }, make('thead', {}, make('tr', {}, ...headOf(place, c, clock, sort))), make('tbody', {}, ...body),
      make('tfoot', {}, make('tr', {}, ...cells(['all', ...countedLoad(c.view, run.told.stats.total)]))))),
    ...moreOf(run, clock).flatMap(([word, title, head, list, all]) => tableOf(word, title, head, list, all)));
}

export const statistics = {
  word: 'statistics', family: 'others', title: 'Statistics',
  html(place, c) {
    if (c.kept.counted === c.view.communicationBusy) return;
    c.kept.counted = c.view.communicationBusy;
    fill(place, c);
  },
  picture(pen, c) {
    const { run } = c, clock = clockOf(run);
    const columns = columnsOf(c.view), name = i => c.view.stateName(COLUMNS[i]);
    const head = columns.map(i => (i > 0 && i <= TIMES ? clock.title(name(i)) : name(i)));
    const loads = rowsOf(c).map(row => columns.map(i => (i ? cellText(run, clock, row, i) : run.label(Number(row[COLUMNS.length])))));
    const total = ['all', ...countedLoad(c.view, run.told.stats.total)], all = columns.map(i => cellText(run, clock, total, i));
    const facts = factsOf(run, clock).map(([word, text]) => `${word}: ${text}`);
    if (loads.length > PICTURED) facts.push(`the first ${PICTURED} of ${loads.length} processors`);
    facts.forEach((text, i) => pen.text(12, 8 + i * 15, text));
    let height = facts.length * 15 + 10;
    const put = rows => {
      pen.out.push(`<g transform="translate(0 ${height})">`);
      height += drawTable(pen, c.theme, c.width, rows) + 8;
      pen.out.push('</g>');
    };
    put([head, ...loads.slice(0, PICTURED), all]);
    for (const [, title, names, list] of moreOf(run, clock))
      put([names.map((name, i) => (i ? name : name || title)), ...list.map(row => row.map(each => (Array.isArray(each) ? each[0] : each)))]);
    return height;
  },
  note: c => (c && c.run.processors > MOST ? `The first ${MOST} of ${c.run.processors} processors.` : ''),
};
