/* Lines of a schedule, "slot from to message ...": changes of the text. Other lines stay as they
 * are. */

/** Return the numbers of a line, or null. */
export function transferOf(line) {
  const words = line.trim().split(/\s+/);
  return words.length >= 4 && words.slice(0, 3).every(word => /^\d+$/.test(word)) ? { slot: Number(words[0]), from: Number(words[1]), to: Number(words[2]), message: words[3] } : null;
}

/** Return the transfers of a step: [line from 0, transfer]. */
export function transfersIn(text, slot) {
  return text.split('\n').map((line, i) => /** @type {[number, any]} */ ([i, transferOf(line)])).filter(([, each]) => each?.slot === slot);
}

/** Return the text with one more transfer, behind those of its step. */
export function withTransfer(text, { slot, from, to, message }) {
  const lines = text.replace(/\n$/, '').split('\n').filter((line, i, all) => line || i + 1 < all.length);
  let at = lines.length;
  while (at > 0 && (transferOf(lines[at - 1])?.slot ?? 0) > slot) at--;
  lines.splice(at, 0, `${slot} ${from} ${to} ${message}`);
  return `${lines.join('\n')}\n`;
}

export const withoutLine = (text, index) => text.split('\n').filter((_, i) => i !== index).join('\n');

/** Return the text with an empty step before a step, or (by = -1) without that step. */
export function withStep(text, slot, by) {
  const lines = text.split('\n').filter(line => by > 0 || transferOf(line)?.slot !== slot);
  return lines.map(line => {
    const found = transferOf(line);
    return found && found.slot >= slot ? line.replace(/\d+/, String(found.slot + by)) : line;
  }).join('\n');
}
