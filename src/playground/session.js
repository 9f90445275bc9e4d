/* The session: the state, and what weft says about it. A change runs the commands again; whoever
 * listens hears 'state', 'verdict' (of a valid run, whose data follow), 'result', 'table', 'optimum' and
 * 'running'. */
import { Cancelled, Lane } from './lanes.js';
import { isEmpty } from './lines.js';
import { filesOf, networkOf, networkWords, commandLine, compareWords, runWords, SCHEDULE, viewWords } from './words.js';
import { firstState, merged } from './state.js';

/** @typedef {import('./state.js').State} State */

const QUIET = 60; /* milliseconds without a change before the commands run */
const PATIENCE = 150; /* a command that has run longer than this is cancelled by a change */
const PROCESSORS_MOST = 4096;
const MESSAGES_MOST = 2000000;
const LIMITS = { size: 10000, row: 10000, run: 120000 }; /* milliseconds to count processors, for a row of the table, for a run with its data */

/** A trace for schedules without transfers, which `weft view` refuses: processor 0 sleeps for a step. */
const EMPTY = 'own.csv';
const ASLEEP = '# step: 1\nstart,end,kind,processor,peer,message,bytes,dimension\n0,1,sleep,0,,,,\n';

const decoder = new TextDecoder();
const textOf = bytes => decoder.decode(bytes);

/** Return the error of a command in one line, without the name of the program. */
const errorOf = result => {
  const line = textOf(result.err).split('\n').find(each => each) ?? `exit status ${result.status}`;
  return line.replace(/^weft(?: \w+)?: /, '').replace(/^own\.\w+: /, '');
};

/** A refusal: what weft says in one line. */
class Refused extends Error {}

/** Do work in a lane, which is cancelled after `most` milliseconds. @param {Lane} lane @param {() => Promise<any>} work */
async function within(lane, most, work) {
  let slow = false;
  const timer = setTimeout(() => {
    slow = true;
    lane.cancel();
  }, most);
  try {
    return await work();
  } catch (error) {
    throw slow ? new Refused(`too large for this page: it takes longer than ${most / 1000} s; use the command line`) : error;
  } finally {
    clearTimeout(timer);
  }
}

export class Session {
  /** @param {import('./lanes.js').Source} source */
  constructor(source) {
    /** What `weft list --json` says: problems, networks, models, strategies, settings. */
    this.lists = JSON.parse(document.getElementById('lists-data').textContent);
    this.run = new Lane(source);
    this.table = new Lane(source);
    this.extra = new Lane(source); /* for single commands */
    this.state = firstState();
    this.changed = ''; /* the member of the state that was changed last */
    this.version = 0; /* of the state */
    this.listeners = /** @type {Array<(what: string) => void>} */ ([]);
    this.limits = { ...LIMITS };
    this.sizes = new Map(); /* number of processors by network */
    this.result = this.noResult();
    /** The data of the run that is shown, and its schedule. */
    this.data = /** @type {any} */ (null);
    this.text = '';
    this.rows = /** @type {any[]} */ ([]);
    this.settling = /** @type {Promise<void>} */ (Promise.resolve());
    this.working = /** @type {Promise<void>|null} */ (null);
    this.comparing = /** @type {Promise<void>|null} */ (null);
    this.shown = /** @type {Promise<void>} */ (Promise.resolve()); /* the last result is drawn; the table waits for it */
    this.tables = false; /* whether the table is out of date */
    this.ms = 0; /* of the last run */
    this.optimum = /** @type {number|null} */ (null); /* the minimum number of steps, once it is proved */
    this.error = /** @type {string|null} */ (null);
  }

  noResult() {
    return { status: null, valid: null, conflicts: null, unmatched: null, steps: null, time: null, bound: null, boundBy: '', ratio: null,
      messages: null, text: '', findings: [], left: 0 };
  }

  listen(listener) {
    this.listeners.push(listener);
  }

  tell(what) {
    for (const listener of this.listeners) listener(what);
  }

  problem(name = this.state.problem) {
    return this.lists.problems.find(each => each.name === name);
  }

  strategies(problem = this.state.problem) {
    return this.lists.strategies.filter(each => each.problem === problem);
  }

  /** Return the settings of a problem, those of all problems last. */
  settings(problem = this.state.problem) {
    const own = this.lists.settings.filter(each => each.problem === problem), names = new Set(own.map(each => each.name));
    return [...own, ...this.lists.settings.filter(each => each.problem === null && !names.has(each.name))];
  }

  get usualModel() {
    return this.problem()?.model ?? 'one-port';
  }

  commandLine() {
    return commandLine(this.state, this.usualModel);
  }

  /** Change a part of the state, and run. Returns a promise of the result and the table. */
  set(part) {
    const { state } = this, next = merged(state, part);
    const names = Object.keys(next).filter(name => JSON.stringify(next[name]) !== JSON.stringify(state[name]));
    if (!names.length && this.version) return this.settling;
    this.changed = names[0] ?? '';
    this.state = next;
    this.tables ||= !this.version || names.some(name => !['strategy', 'schedule', 'goal', 'race', 'story'].includes(name));
    if (this.run.busy > PATIENCE) this.run.cancel();
    this.settling = this.settle(++this.version);
    this.tell('state');
    return this.settling;
  }

  /** Run the commands of the state, after a while without changes; those of older states are left out. */
  async settle(version) {
    if (version > 1) await new Promise(done => setTimeout(done, QUIET));
    if (version !== this.version) return this.settling;
    await this.working?.catch(() => {});
    if (version !== this.version) return this.settling;
    const began = performance.now();
    this.working = within(this.run, this.limits.run, () => this.judge(version));
    this.tell('running');
    const error = await this.working.then(() => null, reason => (reason instanceof Cancelled ? 'stopped' : reason.message));
    this.working = null;
    if (version !== this.version) return this.settling;
    this.error = error;
    this.ms = performance.now() - began;
    if (this.tables) {
      this.table.cancel();
      this.rows = [];
    }
    this.tell('result');
    await this.shown;
    if (version !== this.version) return this.settling;
    if (this.tables) this.comparing = this.compare();
    this.tables = false;
    await this.comparing;
    return version === this.version ? undefined : this.settling;
  }

  get sizeKey() {
    return `${networkOf(this.state)}\n${this.state.net ?? ''}`;
  }

  /** Return the number of processors of the network; throws if weft refuses it, or if it is too large. */
  async sizeOf(files) {
    const key = this.sizeKey;
    if (!this.sizes.has(key)) {
      const found = await within(this.run, this.limits.size, () => this.run.command(networkWords(this.state), files));
      if (found.status) throw new Refused(errorOf(found));
      this.sizes.set(key, JSON.parse(textOf(found.out)).processors);
    }
    const processors = this.sizes.get(key);
    if (processors > PROCESSORS_MOST) throw new Refused(`too large for this page: ${processors} processors, at most ${PROCESSORS_MOST}; use the command line`);
  }

  /** Return the format of the trace of a run: a schedule, unless it leaves out computations or the lengths of transfers. */
  get format() {
    return this.state.cost === null && !this.settings().some(each => each.name === 't-comp') ? 'sched' : 'csv';
  }

  /** Return the schedule of a trace; empty if no schedule can represent it. */
  async scheduleOf(trace) {
    if (this.format === 'sched') return textOf(trace);
    const made = await this.run.command(['convert', 'run.csv', 'schedule:run.sched'], { 'run.csv': trace }, ['run.sched']);
    return made.files['run.sched'] ? textOf(made.files['run.sched']) : '';
  }

  /** Run a strategy: what it says, and its trace. */
  async runStrategy(files, strategy) {
    const file = `run.${this.format}`, ran = await this.run.command([...runWords(this.state, strategy, file), '--json'], files, [file]), trace = ran.files[file];
    const out = textOf(ran.out);
    if (!trace || !out.startsWith('{')) throw new Refused(errorOf(ran));
    const told = JSON.parse(out);
    if (told.messages > MESSAGES_MOST) throw new Refused(`too large for this page: ${told.messages} messages, at most ${MESSAGES_MOST}; use the command line`);
    return { told, status: ran.status, trace };
  }

  /** Run the other strategies of a race, and return the names of their traces; those that do not fit are left out. */
  async runOthers(files, version) {
    const { state } = this, names = [];
    for (const strategy of state.race.filter(each => each !== state.strategy || state.schedule !== null)) {
      if (version !== this.version || !this.strategies().some(each => each.name === strategy)) continue;
      const ran = await this.runStrategy(files, strategy).catch(error => {
        if (error instanceof Refused) return null;
        throw error;
      });
      if (ran) files[names[names.push(`${strategy}.${this.format}`) - 1]] = ran.trace;
    }
    return names;
  }

  async judge(version) {
    const { state } = this, own = state.schedule !== null, /** @type {Object<string, any>} */ files = filesOf(state);
    if (!this.problem()) throw new Refused(`unknown problem '${state.problem}'; known: ${this.lists.problems.map(each => each.name).join(', ')}`);
    const unknown = Object.keys(state.settings).find(name => !this.settings().some(each => each.name === name));
    if (unknown) throw new Refused(`unknown setting '${unknown}' of ${state.problem}`);
    await this.sizeOf(files);
    const ran = own ? null : await this.runStrategy(files, state.strategy), empty = own && isEmpty(state.schedule);
    const file = own ? [SCHEDULE, EMPTY][Number(empty)] : `${state.strategy}.${this.format}`;
    if (ran) files[file] = ran.trace;
    if (empty) files[file] = `# processors: ${this.sizes.get(this.sizeKey)}\n${ASLEEP}`;
    if (ran?.told.valid && version === this.version) {
      this.result = this.resultOf(null, ran);
      this.error = null;
      this.tell('verdict');
    }
    const others = await this.runOthers(files, version);
    if (version !== this.version) throw new Cancelled('a newer state');
    const seen = await this.run.command(viewWords(state, [file, ...others], this.usualModel), files, ['run.json']);
    if (!seen.files['run.json']) throw new Refused(errorOf(seen));
    const text = own ? state.schedule : await this.scheduleOf(ran.trace);
    if (version !== this.version) throw new Cancelled('a newer state');
    this.data = JSON.parse(textOf(seen.files['run.json']));
    this.text = text;
    this.result = this.resultOf(this.data.runs[0], ran);
  }

  /** Put together what the page says about a run: from its data, if they are there, and from what the run says. */
  resultOf(facts, ran) {
    const verdict = facts?.verdict ?? { valid: null, conflicts: 0 }, judged = { ...this.noResult(), ...verdict, time: verdict.steps, messages: Number(facts?.stats.messages), boundBy: '' };
    judged.status = ran ? ran.status : Number(verdict.valid !== true);
    if (!ran) return judged;
    const { told } = ran, [bound] = told.lower_bounds ?? [];
    Object.assign(judged, { steps: told.steps, time: told.time, bound: told.lower_bound, ratio: told.ratio, messages: told.messages,
      boundBy: bound ? `${bound.name}: ${bound.text}` : '' });
    if (told.valid && verdict.valid === null) judged.valid = true;
    if (!told.valid && verdict.valid !== false) Object.assign(judged, { valid: false, text: told.verdict || judged.text });
    return judged;
  }

  /** Make the rows of the table, one after the other. */
  async compare() {
    const { state } = this, files = filesOf(state);
    const rows = this.rows = /** @type {any[]} */ ([]);
    this.tell('table');
    if (!this.problem()) return;
    for (const { name } of this.strategies()) {
      const row = { strategy: name, steps: null, time: null, bound: null, ratio: null, messages: null, bytes: null, conflicts: null, busy: null, valid: null, leftOut: null };
      try {
        const said = await within(this.table, this.limits.row, () => this.table.command(compareWords(state, name), files)), out = textOf(said.out);
        const told = out.startsWith('{') ? JSON.parse(out).rows?.[0] : null;
        if (told) Object.assign(row, { steps: told.steps, time: told.time, bound: told.lower_bound, ratio: told.ratio, messages: told.messages,
          bytes: told.bytes, conflicts: told.conflicts, busy: told.busy_share, valid: told.valid });
        else row.leftOut = errorOf(said).replace(`${state.problem} ${name}: `, '');
      } catch (error) {
        if (error instanceof Cancelled) return;
        row.leftOut = error.message;
      }
      if (rows !== this.rows) return;
      rows.push(row);
      this.tell('table');
    }
  }

  /** Stop what runs. */
  stop() {
    this.run.cancel();
  }
}
