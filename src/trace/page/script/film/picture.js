/* The pictures of a display's runs side by side, with a heading, for files: at the time of the clock
 * or at others, drawn with any pen. */
import { clean } from '../format.js';
import { Palette, themeOf } from '../colours.js';
import { isInvalid, winnerText } from '../modes/race.js';
import { wide } from '../names.js';

const TOP = 44; /* height of the heading */
const FOOT = 56; /* height of the lines of a race */

export class Picture {
  /** @param {import('../card.js').Card} card @param {(plot: any) => number} widthOf width of the picture of a run */
  constructor(card, widthOf) {
    const { view, display, page } = card, race = display.races && view.race.length > 0;
    this.view = view;
    this.display = display;
    this.race = race ? page.race : null;
    this.theme = themeOf('light');
    const palette = new Palette(view, this.theme);
    this.top = TOP;
    this.width = 0;
    this.parts = card.plots.filter(plot => !race || view.race.includes(plot.run.index)).map(plot => {
      const width = widthOf(plot), height = display.html ? 0 : Math.round(display.height(plot.run, view, width));
      const c = card.contextOf(plot, width, height, this.theme, palette), x = this.width;
      this.width += width;
      return { x, run: plot.run, c: display.html ? c : { ...c, kept: { moved: plot.kept.moved } } };
    });
    this.below = Math.max(...this.parts.map(({ c }) => c.height));
  }

  get height() {
    return this.top + this.below + (this.race ? FOOT : 0);
  }

  /** Return the heading: the display and the time. */
  get heading() {
    return `${this.display.title} \u2013 ${this.view.clockText()}`;
  }

  /** Draw the parts that do not depend on the clock. */
  drawBase(pen) {
    const { display, theme } = this;
    for (const { x, run, c } of this.parts) {
      pen.moved(x, this.top, () => {
        if (display.html) this.below = Math.max(this.below, display.picture(pen, c));
        else display.draw?.(pen, c);
      });
      pen.text(x + 12, 34, clean(run.whole, Math.max(12, Math.floor((c.width - 24) / 5.6))), { fill: theme.dim, size: 11 });
    }
  }

  /** Draw the parts that depend on the clock. */
  drawNow(pen) {
    const { display, theme } = this;
    for (const { x, c } of this.parts) if (!display.html) pen.moved(x, this.top, () => display.now?.(pen, c));
    pen.text(12, 16, this.heading, { bold: true, size: 13 });
    if (!this.race) return;
    const y = this.top + this.below + 14;
    for (const { x, run } of this.parts) pen.text(x + 12, y, this.race.textOf(run), { fill: isInvalid(run) ? theme.bad : theme.ink, size: 12 });
    pen.text(this.width / 2, y + 25, winnerText(this.view), { align: 'center', bold: true, size: 14 });
  }

  /** Call f at another time of the clock. @param {number} time */
  at(time, f) {
    const { view } = this, { clock, pointer } = view;
    view.clock = time;
    view.pointer = null;
    try {
      return f();
    } finally {
      view.clock = clock;
      view.pointer = pointer;
    }
  }

  /** Return the width that the heading needs. */
  get least() {
    return Math.ceil(1.15 * wide(this.heading, 13)) + 24;
  }
}
