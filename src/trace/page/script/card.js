/* A display on the page: a heading, its options, and a picture for each run. The parts that do not
 * depend on the clock are drawn on a separate canvas below. */
import { clean } from './format.js';
import { CanvasPen, SvgPen } from './pen.js';
import { button, choice, closeMenu, make, menu, save } from './element.js';
import { plotBox, timeAt } from './axis.js';
import { keep } from './sums.js';
import { filmsOf } from './film/film.js';
import { Picture } from './film/picture.js';

const MARGINS = [8, 14, 32, 48];
const ROW = 4, GAP = 12; /* as in style.css */

export class Card {
  /**
   * let the card span as many of the grid's narrow rows as it is high, so that there are no gaps
   * below it
   * @param {import('./view.js').View} view @param {any} display @param {any} page
   */
  constructor(view, display, page) {
    this.view = view;
    this.display = display;
    this.page = page;
    this.kept = {};
    this.stale = false; /* whether it is to be drawn when it comes near */
    this.plots = view.runs.map(run => this.makePlot(run));
    this.note = make('p', { className: 'note' });
    this.none = make('p', { className: 'none', hidden: true });
    this.body = make('div', { className: display.html ? 'plots tables' : 'plots' }, ...this.plots.map(plot => plot.figure));
    this.element = make('section', { className: 'card', id: 'card-' + display.word },
      this.makeHead(), this.none, this.body, this.note);
    this.element.setAttribute('aria-labelledby', 'title-' + display.word);
    this.sizes = new ResizeObserver(() => {
      const same = this.plots.every(plot => plot.width === this.widthOf(plot));
      if (!same) page.redraw(this);
    });
    for (const plot of this.plots) this.sizes.observe(plot.place);
    /* as many narrow rows of the grid as the card is high: no holes below it */
    this.rows = new ResizeObserver(() => {
      this.element.style.gridRowEnd = `span ${Math.ceil((this.element.offsetHeight + GAP) / ROW)}`;
    });
    this.rows.observe(this.element);
    this.markWide();
  }

  markWide() {
    const wide = this.view.wide.has(this.display.word);
    this.element.classList.toggle('wide', wide || this.view.runs.length > 1);
  }

  makeHead() {
    const { display, view, page } = this;
    const head = make('header', {}, make('h2', { id: 'title-' + display.word, text: display.title }));
    for (const option of display.options ?? []) {
      const values = typeof option.values === 'function' ? option.values(view) : option.values;
      const value = view.option(display.word, option.name, values[0]);
      head.append(choice(option.title, values, values.includes(value) ? value : values[0],
        word => view.setOption(display.word, option.name, word), option.text && (word => option.text(view, word))));
    }
    const saving = (text, save) => make('button', { type: 'button', text, onclick: () => {
      save();
      closeMenu();
    } });
    const saves = menu({ 'aria-label': `save ${display.title}`, title: 'save as a file', text: '\u2913' },
      make('div', { className: 'saves' }, saving('SVG', () => this.saveSvg()), saving('PNG', () => this.savePng()),
        ...(display.moves ? filmsOf(this) : []).map(([text, save]) => saving(text, save))));
    head.append(make('span', { className: 'space' }), saves,
      button('\u2194', `${display.title}: full width`, () => page.toggleWide(display.word), { className: 'widen' }),
      button('\u00d7', `close ${display.title}`, () => page.toggleDisplay(display.word)));
    return head;
  }

  makePlot(run) {
    const place = make('div', { className: 'place' });
    const figure = make('figure', {});
    if (this.view.runs.length > 1) figure.append(make('figcaption', { text: run.title }));
    figure.append(place);
    const plot = { run, figure, place, kept: {}, key: '', base: null, over: null, context: null };
    if (this.display.html) {
      place.classList.add('text');
      place.tabIndex = 0; /* lets the user scroll it with the keyboard */
      return plot;
    }
    plot.base = make('canvas', { role: 'img' });
    plot.base.setAttribute('aria-label', `${this.display.title}, ${run.whole}: ${this.display.axes}`);
    plot.over = make('canvas', { 'aria-hidden': 'true' });
    place.append(plot.base, plot.over);
    this.followPointer(plot);
    return plot;
  }

  /** Return the context for drawing a picture of this size. */
  contextOf(plot, width, height, theme, palette) {
    const [top, right, bottom, left] = this.display.margins ?? MARGINS;
    const box = plotBox(width, height, [top, right, bottom, this.leftIn(width) ?? left]);
    return { run: plot.run, view: this.view, theme, palette, width, height, box, kept: plot.kept,
      least: this.page.presenter.on ? 10 : 8 };
  }

  /** Return the width for names at the left, the same for all runs. */
  leftIn(width) {
    const { display, view } = this, { runs } = view;
    if (!display.left) return undefined;
    return keep(this, 'left', `${width} ${runs.filter(run => run.ready).length}`,
      () => Math.max(...runs.map(run => display.left(run, width))));
  }

  /** Return the width of a plot in pixels of the display, which a presentation enlarges. */
  widthOf(plot) {
    return Math.floor(plot.place.clientWidth / this.page.presenter.zoom);
  }

  heightOf(plot, width) {
    const { presenter } = this.page;
    const races = this.display.races && this.view.race.length > 0, room = races || presenter.on ? presenter.room(races ? this.body : plot.place) : 0;
    if (presenter.on) return Math.floor(room / presenter.zoom);
    if (races) return Math.round(Math.min(room, Math.max(180, width)));
    return Math.round(Math.min(this.display.height(plot.run, this.view, width), this.page.host?.heightMost(plot.place) ?? Infinity));
  }

  /** If there is nothing to show, say why and what the user can do. Returns whether this is so. */
  drawNone() {
    const { runs } = this.view, all = this.display.empty && runs.every(run => run.ready);
    const reasons = all ? runs.map(run => this.display.empty(run, this.view)) : [null], [reason] = reasons;
    const none = reasons.every(each => each);
    this.none.hidden = !none;
    this.body.hidden = none;
    if (!none || this.none.dataset.text === reason.text) return none;
    this.none.dataset.text = reason.text;
    this.none.replaceChildren(`${reason.text} `, make('button', { type: 'button', text: reason.action,
      onclick: () => reason.act(this.page, this.display.word) }));
    return none;
  }

  /** Set the note below the pictures: one for each run, or one for all if they are equal. */
  drawNote() {
    /** @type {Map<string, string[]>} */
    const notes = new Map();
    for (const plot of this.plots) {
      if (!plot.context) continue;
      const note = this.display.empty?.(plot.run, this.view)?.text ?? this.display.note?.(plot.context);
      if (note) notes.set(note, [...notes.get(note) ?? [], clean(plot.run.title, 40)]);
    }
    const texts = [...notes].map(([note, runs]) => (runs.length < this.plots.length ? `${runs.join(', ')}: ${note}` : note));
    const text = texts.join(' ');
    this.note.hidden = !text;
    if (this.note.textContent !== text) this.note.textContent = text;
  }

  /** Draw the pictures of all runs. */
  draw(theme, palette) {
    if (this.drawNone()) {
      this.note.hidden = true;
      return;
    }
    this.stale = !this.page.isNear(this);
    for (const plot of this.plots) {
      if (!plot.run.ready && !this.display.early) continue;
      const width = this.widthOf(plot);
      if (width < 20) continue;
      plot.width = width;
      if (this.stale) {
        this.reserve(plot, width);
        continue;
      }
      if (this.display.html) {
        const c = this.contextOf(plot, width, 0, theme, palette);
        this.display.html(plot.place, c);
        plot.context = c;
      } else {
        this.drawPlot(plot, width, theme, palette);
      }
    }
    this.drawNote();
  }

  /** Take the room of a picture that is drawn later. */
  reserve(plot, width) {
    if (this.display.html) return;
    const { zoom } = this.page.presenter;
    plot.place.style.height = `${this.heightOf(plot, width) * zoom}px`;
    for (const canvas of [plot.base, plot.over]) canvas.style.width = `${width * zoom}px`;
  }

  drawPlot(plot, width, theme, palette) {
    const height = this.heightOf(plot, width), { zoom } = this.page.presenter, ratio = (window.devicePixelRatio || 1) * zoom;
    for (const canvas of [plot.base, plot.over]) {
      if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
        canvas.width = Math.round(width * ratio);
        canvas.height = Math.round(height * ratio);
        canvas.style.width = `${width * zoom}px`;
        canvas.style.height = `${height * zoom}px`;
      }
    }
    plot.place.style.height = `${height * zoom}px`;
    const c = plot.context = this.contextOf(plot, width, height, theme, palette);
    const context = plot.base.getContext('2d');
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    this.display.draw?.(new CanvasPen(context, theme), c);
    this.drawNow(plot);
  }

  /** Draw the parts that depend on the clock and the pointer. */
  drawNow(plot) {
    if (!plot.context) return;
    if (this.display.html) {
      this.display.now?.(plot.place, plot.context);
      return;
    }
    const { width, height, theme } = plot.context, ratio = (window.devicePixelRatio || 1) * this.page.presenter.zoom;
    const context = plot.over.getContext('2d');
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    if (plot.run.ready || this.display.early) this.display.now?.(new CanvasPen(context, theme), plot.context);
  }

  now() {
    if (this.body.hidden) return;
    this.stale ||= !this.page.isNear(this);
    if (this.stale) return;
    for (const plot of this.plots) this.drawNow(plot);
    if (this.display.tells) this.drawNote();
  }

  /* ---- pointing ------------------------------------------------------- */

  followPointer(plot) {
    const { view, display, page } = this, over = plot.over;
    let down = null;
    const place = event => {
      const at = over.getBoundingClientRect(), { zoom } = page.presenter;
      return [(event.clientX - at.left) / zoom, (event.clientY - at.top) / zoom];
    };
    over.addEventListener('pointermove', event => {
      if (!plot.context) return;
      const [x, y] = place(event);
      if (down && (down.moved || Math.abs(x - down.x) > 3 || Math.abs(y - down.y) > 3)) {
        down.moved = true;
        this.drag(plot, down, x, y);
        return;
      }
      const found = this.find(plot, x, y);
      page.point(found && { time: found.time ?? null, rank: found.rank ?? null, run: plot.run.index },
        found?.text ?? '', event);
    });
    over.addEventListener('pointerleave', () => page.point(null, '', null));
    over.addEventListener('pointerdown', event => {
      const [x, y] = place(event);
      down = { x, y, from: view.from, to: view.to, moved: false, held: display.hold?.(plot.context, x, y) };
      over.setPointerCapture(event.pointerId);
    });
    over.addEventListener('pointerup', event => {
      const moved = down?.moved;
      down = null;
      if (moved || !plot.context) return;
      const [x, y] = place(event), found = this.find(plot, x, y);
      if (found?.message !== undefined && found.message !== null)
        view.choose('message', plot.run.message.id[found.message]);
      else if (found?.rank !== undefined && found.rank !== null && display.pick) display.pick(view, found.rank, plot.run);
      else if (display.time && found) view.setClock(found.time);
    });
    over.addEventListener('pointercancel', () => { down = null; });
    if (!display.time) return;
    over.addEventListener('wheel', event => this.wheel(plot, event, place(event)[0]), { passive: false });
    this.followFingers(plot);
  }

  /** Handle the wheel: it scrolls the page; with Ctrl or Cmd (also a pinch on a
   * touchpad) it zooms, and with Shift it moves the window of time. @param
   * {WheelEvent} event */
  wheel(plot, event, x) {
    const { view } = this, zooms = event.ctrlKey || event.metaKey;
    if (!zooms && !event.shiftKey) {
      this.page.teach('Ctrl + wheel zooms, Shift + wheel moves');
      return;
    }
    event.preventDefault();
    if (zooms) {
      view.zoom(Math.exp(-event.deltaY * 0.0015), timeAt(plot.context, x));
      return;
    }
    const by = (event.deltaX || event.deltaY) / plot.context.box.w * (view.to - view.from);
    view.setWindow(view.from + by, view.to + by);
  }

  /** Zoom with two fingers: the times under them stay there. */
  followFingers(plot) {
    const { view } = this, over = plot.over, at = new Map();
    /** @type {number[]|null} */
    let held = null;
    const places = () => {
      const { left } = over.getBoundingClientRect(), { zoom } = this.page.presenter;
      return [...at.values()].map(x => (x - left) / zoom).sort((a, b) => a - b);
    };
    over.addEventListener('pointerdown', event => {
      if (event.pointerType !== 'touch') return;
      at.set(event.pointerId, event.clientX);
      held = at.size === 2 ? places().map(x => timeAt(plot.context, x)) : null;
    });
    over.addEventListener('pointermove', event => {
      if (!at.has(event.pointerId)) return;
      at.set(event.pointerId, event.clientX);
      if (!held) return;
      event.stopImmediatePropagation();
      const { box } = plot.context, [a, b] = places(), each = (held[1] - held[0]) / Math.max(10, b - a);
      view.setWindow(held[0] - (a - box.x) * each, held[0] + (box.x + box.w - a) * each);
    }, true);
    for (const end of ['pointerup', 'pointercancel'])
      over.addEventListener(end, event => {
        if (held) event.stopImmediatePropagation();
        at.delete(event.pointerId);
        if (!at.size) held = null;
      }, true);
  }

  drag(plot, down, x, y) {
    const { view, display } = this;
    if (down.held !== undefined && display.move) {
      display.move(plot.context, down.held, x, y);
      this.page.redraw(this);
    } else if (display.time) {
      const by = (down.x - x) / plot.context.box.w * (down.to - down.from);
      view.setWindow(down.from + by, down.to + by);
    }
  }

  /** Return what is at a position: { time, rank, message, text }. */
  find(plot, x, y) {
    const { display } = this, c = plot.context;
    if (!c || !plot.run.ready) return null;
    const { box } = c;
    if (display.time && (x < box.x || x > box.x + box.w || y < box.y || y > box.y + box.h)) return null;
    const found = display.at?.(c, x, y) ?? null;
    if (display.time) return { time: timeAt(c, x), ...found };
    return found;
  }

  /* ---- saving --------------------------------------------------------- */

  fileName(ending) {
    const run = this.view.runs[0].whole.replace(/[^A-Za-z0-9]+/g, '-').slice(0, 40);
    return `${this.display.word}-${run}.${ending}`;
  }

  /** Return the whole card as SVG, in the light theme. */
  svg() {
    const least = this.display.html ? 760 : 360; /* a table needs more width than a picture */
    const picture = new Picture(this, plot => Math.max(least, this.widthOf(plot))), pen = new SvgPen(picture.theme);
    picture.drawBase(pen);
    picture.drawNow(pen);
    const width = Math.max(picture.width, picture.least), { height } = picture;
    return { text: pen.finish(width, height, this.display.title), width, height };
  }

  saveSvg() {
    save(new Blob([this.svg().text], { type: 'image/svg+xml' }), this.fileName('svg'));
  }

  savePng() {
    const { text, width, height } = this.svg(), image = new Image();
    const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
    image.onload = () => {
      const canvas = make('canvas', { width: 2 * width, height: 2 * height });
      const context = canvas.getContext('2d');
      context.scale(2, 2);
      context.drawImage(image, 0, 0);
      URL.revokeObjectURL(url);
      canvas.toBlob(blob => save(blob, this.fileName('png')), 'image/png');
    };
    image.src = url;
  }

  destroy() {
    this.sizes.disconnect();
    this.rows.disconnect();
    this.element.remove();
  }
}
