/* The verdict: valid or not, steps, bound, ratio, the fewest steps known; and the findings as buttons. */
import { clean, short } from '../trace/page/script/format.js';
import { make } from '../trace/page/script/element.js';
import { bestText } from './best.js';
import { meaningOf } from './rules.js';

const FIRST = 5; /* findings that are shown at first */
const plural = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;

export class Report {
  /** @param {import('./session.js').Session} session @param {{show: (finding: any) => void}} stage */
  constructor(session, stage) {
    this.session = session;
    this.stage = stage;
    this.all = false;
    this.verdict = make('p', { id: 'judged', role: 'status' });
    this.facts = make('div', { id: 'facts' });
    this.best = make('p', { id: 'best', role: 'status' });
    this.list = make('ol', { className: 'findings' });
    this.more = make('button', { type: 'button', id: 'all-findings', onclick: () => {
      this.all = !this.all;
      this.show();
    } });
    this.element = make('section', { id: 'report', 'aria-label': 'verdict' }, this.verdict, this.best, this.facts, this.list, this.more);
    session.listen(what => {
      const best = what === 'verdict' ? '' : bestText(session); /* the table is that of the last run then */
      if (what !== 'running' && this.best.textContent !== best) this.best.textContent = best;
      if (what !== 'result' && what !== 'verdict') return;
      this.all = false;
      this.show();
    });
  }

  /** Return the verdict in words. */
  text() {
    const { valid, conflicts, unmatched, text, steps, time } = this.session.result;
    const took = `${plural(steps, 'step')}${time !== steps && time !== null ? `, time ${short(time)}` : ''}`;
    if (valid) return `valid \u2013 ${took}`;
    if (valid === null) return clean(text || 'not judged', 300);
    if (conflicts) return `not valid: ${plural(conflicts, 'conflict')}`;
    return clean(text || `not valid: ${plural(unmatched, 'unmatched message')}`, 300);
  }

  show() {
    const { result, error } = this.session;
    this.element.classList.toggle('old', error !== null);
    if (result.status === null) return;
    const { valid, bound, boundBy, ratio, messages, steps, time, findings, left } = result, most = Math.max(time ?? 0, bound ?? 0) || 1;
    this.verdict.textContent = `${{ true: '\u2713', false: '\u2717', null: '\u2013' }[valid]} ${this.text()}`;
    this.verdict.className = { true: 'valid', false: 'invalid', null: 'unjudged' }[valid];
    const rows = [['messages', String(messages)], ['conflicts', String(result.conflicts ?? 0)]];
    if (bound !== null && bound !== undefined) rows.unshift(['bound', `${short(bound)}${boundBy ? ` \u2013 ${boundBy}` : ''}`]);
    if (ratio) rows.splice(1, 0, ['ratio', String(Number(ratio.toFixed(3)))]);
    if (valid === false) rows.unshift(['steps', String(steps)]);
    this.facts.replaceChildren(make('dl', { className: 'facts' }, ...rows.flatMap(([name, text]) => [make('dt', { text: name }), make('dd', { text: clean(text, 200) })])),
      bar(time, bound, most));
    const shown = this.all ? findings : findings.slice(0, FIRST), named = shown.map(each => each.rule);
    this.list.hidden = !findings.length;
    this.list.replaceChildren(...shown.map((each, i) => make('li', {},
      make('button', { type: 'button', text: clean(each.text, 300), onclick: () => this.stage.show(i) }),
      named.indexOf(each.rule) === i ? make('p', { className: 'meaning', text: meaningOf(each.rule) }) : null)));
    this.more.hidden = findings.length <= FIRST && !left;
    this.more.textContent = this.all ? 'fewer' : `all ${findings.length + (left ?? 0)}`;
  }
}

/** Return a bar of the time, with the bound as a tick. */
export function bar(time, bound, most) {
  const fill = make('i', { className: 'fill' }), tick = make('i', { className: 'tick' });
  fill.style.width = `${100 * (time ?? 0) / most}%`;
  tick.style.left = `${100 * (bound ?? 0) / most}%`;
  tick.hidden = !bound;
  return make('span', { className: 'bar-of', 'aria-hidden': 'true' }, fill, tick);
}
