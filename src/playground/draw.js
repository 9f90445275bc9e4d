/* Editing in the drawing. In the animation: a press on a sender and then on a receiver, or a drag from
 * one to the other, adds a transfer to the step of the clock; a press on a transfer takes it away, a
 * drag gives it another receiver. In the space-time display: a drag moves a message to another step. */
import { make } from '../trace/page/script/element.js';
import { timeAt } from '../trace/page/script/axis.js';
import { deliveredText } from '../trace/page/script/known/lacking.js';
import { transferOf, transfersIn, withLine, withoutLine, withTransfer } from './lines.js';
import { StepTools } from './steps.js';

const REACH = 9; /* distance in pixels within which a press hits a transfer */
const STILL = 6; /* a press that moves less than this is no drag */

/** Return the distance of a point from a line between two points. */
function distance([x, y], [ax, ay], [bx, by]) {
  const long = (bx - ax) ** 2 + (by - ay) ** 2 || 1, share = Math.min(1, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long));
  return Math.hypot(ax + (bx - ax) * share - x, ay + (by - ay) * share - y);
}

export class Pencil {
  /** @param {import('./session.js').Session} session @param {import('./editor.js').Editor} editor @param {import('./stage.js').Theatre} theatre */
  constructor(session, editor, theatre) {
    this.session = session;
    this.editor = editor;
    this.theatre = theatre;
    this.from = -1; /* the sender that is chosen; -1: none */
    this.grip = /** @type {any} */ (null); /* what the pointer holds */
    this.on = make('input', { type: 'checkbox', id: 'edit-drawing', onchange: () => this.choose(-1) });
    this.counter = make('p', { id: 'counter', role: 'status' });
    this.tools = new StepTools(this);
    this.element = make('div', { id: 'pencil' }, this.counter, make('label', {}, this.on, 'edit by clicking in the drawing'), this.tools.element);
    for (const place of [theatre.element, theatre.rest])
      for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel']) place.addEventListener(type, event => this.point(event), true);
    theatre.listeners.push(() => this.show());
    session.listen(what => {
      if (what !== 'result') return;
      this.from = -1;
      this.show();
    });
  }

  get view() {
    return this.theatre.page?.view;
  }

  /** The step that is edited: the one that follows the clock. */
  get slot() {
    return Math.floor(this.view.clock + 1e-9) + 1;
  }

  /** Replace the schedule, and show a step of it. */
  put(text, slot = this.slot) {
    this.view.playing = false;
    this.theatre.wanted = `t=${slot - 1}`;
    this.editor.put(text);
  }

  /** Return the processors that a processor has links to. */
  neighbours(rank) {
    const [run] = this.view.runs, arcs = run.network?.arcs ?? [], found = [];
    for (let i = 0; i < arcs.length; i += 2) if (arcs[i] === rank && arcs[i + 1] < run.processors) found.push(arcs[i + 1]);
    return found;
  }

  /** Choose the sender; -1: none. */
  choose(rank) {
    const { view } = this;
    this.from = rank;
    document.documentElement.classList.toggle('editing', this.on.checked);
    if (!view) return;
    view.marked = rank < 0 ? { ring: [], link: [] } : { ring: [rank], link: this.neighbours(rank).map(to => [rank, to]) };
    view.changed('clock');
    this.show();
  }

  /** Add a transfer to the step of the clock. */
  add(from, to) {
    const { slot } = this, message = this.tools.message || this.usualMessage(from);
    this.put(withTransfer(this.editor.schedule, { slot, from, to, message }));
  }

  /** Add a transfer that is drawn; without a link only with Shift. */
  send(to, forced) {
    const { from } = this;
    if (forced || this.neighbours(from).includes(to)) this.add(from, to);
    else this.tools.say.textContent = `no link from ${from} to ${to}; with Shift the transfer is added anyway`;
  }

  /** Return the message of a transfer if none is given: the selected one, or the one that the sender received last. */
  usualMessage(from) {
    const { chosen } = this.view, { slot } = this;
    if (chosen?.by === 'message') return String(chosen.value);
    const lines = this.editor.schedule.split('\n').map(transferOf).filter(each => each);
    const got = lines.filter(each => each.to === from && each.slot < slot).pop() ?? lines.find(each => each.from === from) ?? lines[0];
    return got?.message ?? '0';
  }

  /* ---- pointing ------------------------------------------------------- */

  /** Take an event of the pointer on a display that can be edited. @param {any} event */
  point(event) {
    if (!this.on.checked || !this.view) return;
    for (const [word, hand] of Object.entries(HANDS)) {
      const card = this.theatre.page.cards.get(word), plot = card?.plots[0];
      if (!plot?.context || plot.over !== event.target) continue;
      const { left, top } = plot.over.getBoundingClientRect(), place = { card, plot, x: event.clientX - left, y: event.clientY - top, forced: event.shiftKey };
      if (event.type === 'pointerdown') this.grip = hand.take(this, place);
      if (!this.grip) return;
      event.stopImmediatePropagation();
      if (event.type === 'pointerdown') {
        plot.over.setPointerCapture(event.pointerId);
        Object.assign(this.grip, { x: place.x, y: place.y });
      } else if (event.type === 'pointermove') hand.move?.(this, this.grip, place);
      else {
        const { grip } = this;
        this.grip = null;
        if (event.type === 'pointerup') hand.leave(this, grip, { ...place, moved: Math.hypot(place.x - grip.x, place.y - grip.y) > STILL });
      }
      return;
    }
  }

  /** Return the line of the text that a message of the run comes from; -1: it has been changed. */
  lineOf(n) {
    const [run] = this.view.runs, m = run.message, ends = [m.source[n] + run.first, m.target[n] + run.first, m.id[n]].join();
    const found = transfersIn(this.editor.schedule, Math.floor(m.start[n] * run.toPage + 1e-9) + 1).find(([, each]) => [each.from, each.to, parseInt(each.message, 10)].join() === ends);
    return found ? found[0] : -1;
  }

  /** Return the message of the step whose line is next to a point, or -1. */
  messageAt({ plot, x, y }) {
    const { run, context: { kept: { places } } } = plot, m = run.message;
    let best = -1, least = REACH;
    run.eachFlying((this.slot - 0.5) / run.toPage, n => {
      const way = run.wayOf(m.source[n], m.target[n], n);
      for (let i = 0; i + 1 < way.length; i++) {
        const away = distance([x, y], places[way[i]], places[way[i + 1]]);
        if (away < least) [best, least] = [n, away];
      }
    });
    return best;
  }

  show() {
    const { view } = this, editing = this.on.checked && view;
    this.tools.element.hidden = !editing;
    if (view && view.runs[0] !== this.counted) {
      const [run] = view.runs, { steps } = this.session.result, text = deliveredText(run);
      this.counted = run;
      this.counter.textContent = text && view.steps ? `${text}; ${steps} step${steps === 1 ? '' : 's'}` : text;
    }
    if (editing) this.tools.show();
  }
}

const rankAt = ({ card, plot, x, y }) => card.find(plot, x, y)?.rank ?? -1;

/** What the pointer does in a display: `take` returns what it holds, or null. */
const HANDS = {
  animation: {
    take(pencil, place) {
      const rank = rankAt(place), line = rank < 0 ? pencil.messageAt(place) : -1;
      return rank < 0 && line < 0 && pencil.from < 0 ? null : { rank, line: line < 0 ? -1 : pencil.lineOf(line) };
    },
    leave(pencil, { rank, line }, place) {
      const to = rankAt(place), { schedule } = pencil.editor, { from } = pencil;
      if (line >= 0 && !place.moved) pencil.put(withoutLine(schedule, line));
      else if (line >= 0 && to >= 0) pencil.put(withLine(schedule, line, { to }));
      else if (place.moved && rank >= 0 && to >= 0 && to !== rank) {
        pencil.choose(rank);
        pencil.send(to, place.forced);
      } else if (to < 0 || from < 0 || to === from) pencil.choose(to === from ? -1 : to);
      else pencil.send(to, place.forced);
    },
  },
  spacetime: {
    take(pencil, { card, plot, x, y }) {
      const message = card.find(plot, x, y)?.message ?? -1, line = message < 0 ? -1 : pencil.lineOf(message);
      return line < 0 ? null : { message, line, step: Math.floor(timeAt(plot.context, x)) };
    },
    move(pencil, grip, { plot, x }) {
      const old = Math.floor(plot.run.message.start[grip.message] * plot.run.toPage + 1e-9) + 1;
      grip.slot = Math.max(1, old + Math.floor(timeAt(plot.context, x)) - grip.step);
      grip.old = old;
      pencil.view.setClock(grip.slot - 1);
      pencil.tools.say.textContent = `from step ${old} to step ${grip.slot}`;
    },
    leave(pencil, { message, line, slot, old }, { plot, moved }) {
      if (moved && slot !== undefined && slot !== old) pencil.put(withLine(pencil.editor.schedule, line, { slot }), slot);
      else pencil.view.choose('message', plot.run.message.id[message]);
    },
  },
};
