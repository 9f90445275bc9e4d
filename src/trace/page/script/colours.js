/* Colours of states, and of messages by a property that the user selects. The colours also differ in
 * lightness: busy is the darkest state in the light theme and the lightest in the dark one. */
/** number of shapes (disc, square, triangle) that distinguish messages of the same colour */
export const SHAPES = 3;

/** @typedef {import('./data.js').Run} Run */
/** @typedef {import('./view.js').View} View */

const THEMES = {
  light: {
    paper: '#ffffff', ink: '#1d2330', dim: '#5d6675', line: '#d5dae2', faint: '#e9ecf1',
    states: ['#1c7f6e', '#e0a41c', '#f1cdc4', '#e9ecf1', '#f6f7f9'],
    clock: '#c2255c', pointer: '#8a93a3', strong: '#1d2330', wait: '#7048e8', bad: '#d31f1f', scale: [246, 249, 252, 24, 92, 148],
    messages: ['#2463c4', '#c4501a', '#6a3fb0', '#147a4b', '#b02a6b', '#7a6208', '#0f7f93',
      '#8c3b2a', '#4a5bd0', '#507a12', '#9a3cae', '#5b6472'],
  },
  dark: {
    paper: '#161b24', ink: '#e6e9ef', dim: '#98a2b3', line: '#38414f', faint: '#232b37',
    states: ['#5fd0b5', '#b98a1f', '#56302f', '#232b37', '#1b212b'],
    clock: '#ff6b9d', pointer: '#8a93a3', strong: '#ffffff', wait: '#b197fc', bad: '#ff5c5c', scale: [28, 35, 46, 126, 196, 255],
    messages: ['#7fb0ff', '#ff9a66', '#bb9bff', '#5fd39a', '#ff85b8', '#dcbf4c', '#55cfe3',
      '#f0917d', '#9fabff', '#a9d35f', '#e08bf2', '#aab4c3'],
  },
};
THEMES.print = { ...THEMES.light, hatch: true };

/** @typedef {typeof THEMES.light & {hatch?: boolean}} Theme */

/** @param {string} name @returns {Theme} */
export function themeOf(name) {
  return THEMES[name];
}

/** Return the index of a state's colour. @param {View} view */
export function stateOf(view, state) {
  return view.communicationBusy && state === 1 ? 0 : state;
}

/** @param {Theme} theme @param {number} share from 0 to 1 */
export function shade(theme, share) {
  const s = theme.scale, f = share > 0 ? 0.12 + 0.88 * Math.min(1, share) : 0;
  const mix = i => Math.round(s[i] + (s[i + 3] - s[i]) * f);
  return `rgb(${mix(0)},${mix(1)},${mix(2)})`;
}

/** Return the value by which a message is coloured. @param {Run} run @param {number} n */
export function valueOf(run, n, by) {
  const m = run.message;
  if (by === 'source') return m.source[n] + run.first;
  if (by === 'length') return m.bytes[n];
  if (by === 'distance') return m.hops[n];
  if (by === 'task') return run.taskAt(m.source[n], m.start[n])?.number ?? -1;
  return m.id[n];
}

/** Return the different values of all messages, in ascending order. @param {Run[]} runs */
export function valuesOf(runs, by) {
  const found = new Set();
  for (const run of runs) {
    const kept = /** @type {any} */ (run).values ??= {};
    if (!kept[by]) {
      const own = new Set();
      for (let n = 0; n < run.message.count; n++) own.add(valueOf(run, n, by));
      kept[by] = own;
    }
    for (const value of kept[by]) found.add(value);
  }
  return [...found].sort((a, b) => a - b);
}

/** The colours of values, assigned by their rank among the different values. */
export class Palette {
  /** @param {View} view @param {Theme} theme */
  constructor(view, theme) {
    this.view = view;
    this.theme = theme;
    this.values = valuesOf(view.runs.filter(run => run.ready), view.colour);
    this.place = new Map(this.values.map((value, i) => [value, i]));
    this.ordered = view.colour === 'length' || view.colour === 'distance';
  }

  of(value) {
    const i = this.place.get(value) ?? 0, count = this.values.length;
    if (this.ordered && count > 1) return shade(this.theme, 0.25 + 0.75 * i / (count - 1));
    const colours = this.theme.messages;
    return colours[i % colours.length];
  }

  /** Return the shape, 0 to SHAPES - 1, that distinguishes values of the same colour. */
  shapeOf(value) {
    return this.ordered ? 0 : Math.floor((this.place.get(value) ?? 0) / this.theme.messages.length) % SHAPES;
  }

  /** Do some values have the same colour? */
  get shared() {
    return !this.ordered && this.values.length > this.theme.messages.length;
  }

  /** Return the shape of a message. @param {Run} run */
  shape(run, n) {
    return this.shapeOf(valueOf(run, n, this.view.colour));
  }

  /** Return the colour of a message. */
  message(run, n) {
    return this.of(valueOf(run, n, this.view.colour));
  }

  /** Is the message selected, or is nothing selected? */
  strong(run, n) {
    const chosen = this.view.chosen;
    return !chosen || valueOf(run, n, chosen.by) === chosen.value;
  }

  /** @param {Run} run */
  nameOf(run, by, value) {
    if (by === 'source') return `from ${run.label(value - run.first)}`;
    if (by === 'length') return `${value} B`;
    if (by === 'distance') return value === 1 ? '1 link' : `${value} links`;
    if (by === 'task') return value < 0 ? 'no task' : run.taskName(value);
    return value < 0 ? 'no number' : `message ${value}`;
  }
}

/** Return a colour for text on a state's colour. @param {Theme} theme */
export function inkOn(theme, state) {
  const value = parseInt(theme.states[state].slice(1), 16);
  const light = (value >> 16 & 255) * 0.3 + (value >> 8 & 255) * 0.59 + (value & 255) * 0.11;
  return light > 140 ? '#1d2330' : '#ffffff';
}
