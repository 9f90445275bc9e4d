/* Lines of a schedule, "slot from to message ...": changes of the text. Comments stay above the
 * transfer that they precede, and transfers are kept in the order of their steps. */

/** @typedef {{slot: number, from: number, to: number, message: string, rest: string}} Transfer
 * rest: the line from the message on */

/** Return the transfer of a line, or null. @returns {Transfer|null} */
export function transferOf(line) {
  const [, slot, from, to, rest, message] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+((\S+).*)$/.exec(line) ?? [];
  return rest === undefined ? null : { slot: Number(slot), from: Number(from), to: Number(to), message, rest };
}

/** Return the transfers of a step: [line from 0, transfer]. @returns {Array<[number, Transfer]>} */
export function transfersIn(text, slot) {
  return text.split('\n').map((line, i) => /** @type {[number, any]} */ ([i, transferOf(line)])).filter(([, each]) => each?.slot === slot);
}

/** Return whether a text has nothing but comments. */
export const isEmpty = text => text.split('\n').every(line => /^\s*(#|$)/.test(line));

/** Return the number of steps of a text. */
export const stepsOf = text => text.split('\n').reduce((most, line) => Math.max(most, transferOf(line)?.slot ?? 0), 0);

const lineOf = ({ slot, from, to, rest }) => `${slot} ${from} ${to} ${rest}`;

/**
 * Return the text with other transfers: each becomes what `change` returns (null: none), and more are added.
 * @param {string} text @param {(each: Transfer, line: number) => Transfer|null} change @param {Transfer[]} more
 */
export function changed(text, change, more = []) {
  const lines = text.replace(/\n$/, '').split('\n'), first = lines.findIndex(transferOf), head = first < 0 ? lines : lines.slice(0, first);
  const found = more.map(each => ({ slot: each.slot, lines: [lineOf(each)] }));
  let above = [];
  for (let i = head.length, kept = 0; i < lines.length; i++) {
    const each = transferOf(lines[i]), next = each && change(each, i);
    if (!each) above.push(lines[i]);
    if (!next) continue;
    found.splice(kept++, 0, { slot: next.slot, lines: [...above, next === each ? lines[i] : lineOf(next)] });
    above = [];
  }
  found.sort((a, b) => a.slot - b.slot);
  return `${[...head.filter(line => line), ...found.flatMap(each => each.lines), ...above].join('\n')}\n`;
}

/** Return the text with one more transfer, behind those of its step. */
export const withTransfer = (text, { slot, from, to, message }) => changed(text, each => each, [{ slot, from, to, message, rest: message }]);

export const withoutLine = (text, line) => changed(text, (each, at) => (at === line ? null : each));

/** Return the text with other members of the transfer of a line, such as another step. */
export const withLine = (text, line, part) => changed(text, (each, at) => (at === line ? { ...each, ...part } : each));

/** Return the text with an empty step before a step, or (by = -1) without that step. */
export const withStep = (text, slot, by) => changed(text, each => {
  if (by < 0 && each.slot === slot) return null;
  return each.slot < slot ? each : { ...each, slot: each.slot + by };
});

/** Return the text with the steps from `first` to `last` shifted; null: step 1 cannot be earlier. @param {string} text @param {number[]} range */
export function shifted(text, [first, last], by) {
  const isIn = each => each.slot >= first && each.slot <= last, early = text.split('\n').some(line => {
    const each = transferOf(line);
    return each && isIn(each) && each.slot + by < 1;
  });
  return early ? null : changed(text, each => (isIn(each) ? { ...each, slot: each.slot + by } : each));
}

/** Return the text with the steps from `first` to `last` in the reverse order, and senders and receivers exchanged.
 * @param {string} text @param {number[]} range */
export const mirrored = (text, [first, last]) => changed(text, each =>
  (each.slot < first || each.slot > last ? each : { ...each, slot: first + last - each.slot, from: each.to, to: each.from }));
