/* The minimum number of steps, if it is asked for: `weft optimum` in a worker of its own. */
import { clean } from '../trace/page/script/format.js';
import { make, textButton } from '../trace/page/script/element.js';
import { Cancelled, Lane } from './lanes.js';
import { filesOf, minimumWords } from './words.js';

const PROCESSORS_MOST = 16;

export class Minimum {
  /** @param {import('./session.js').Session} session @param {import('./editor.js').Editor} editor */
  constructor(session, editor) {
    this.session = session;
    this.schedule = '';
    this.lane = new Lane(session.run.source);
    this.find = textButton('find the minimum', 'search for the minimum number of steps', () => this.search());
    this.stop = textButton('stop', 'stop the search', () => this.lane.cancel());
    this.take = textButton('edit it', 'take the schedule into the editor', () => editor.put(this.schedule));
    this.say = make('span', { role: 'status', id: 'minimum-says' });
    this.element = make('section', { id: 'minimum', className: 'bar', 'aria-label': 'minimum number of steps' }, this.find, this.stop, this.say, this.take);
    this.stop.hidden = this.take.hidden = true;
    session.listen(what => {
      if (what === 'state') this.forget();
      if (what === 'result') this.find.disabled = !session.data || session.data.runs[0].processors > PROCESSORS_MOST;
    });
  }

  /** The answer belongs to the question: problem, network, model, settings. */
  forget() {
    const { problem, network, model, net, settings } = this.session.state, key = JSON.stringify([problem, network, model, net, settings]);
    if (key === this.key) return;
    this.key = key;
    this.lane.cancel();
    this.say.textContent = '';
    this.take.hidden = true;
    this.session.optimum = null;
  }

  async search() {
    const { session, lane } = this, { state } = session, began = performance.now(), seconds = () => Math.floor((performance.now() - began) / 1000);
    this.find.hidden = this.take.hidden = true;
    this.stop.hidden = false;
    this.say.textContent = 'searching';
    const clock = setInterval(() => { this.say.textContent = `searching, ${seconds()} s`; }, 1000);
    try {
      const found = await lane.command(minimumWords(state, session.settings()), filesOf(state), ['best.sched']), out = new TextDecoder().decode(found.out);
      const told = out.startsWith('{') ? JSON.parse(out) : null;
      session.optimum = told?.decided ? told.upper : null;
      this.say.textContent = told ? this.text(told) : clean(new TextDecoder().decode(found.err).replace(/^weft(?: \w+)?: /, ''), 300);
      this.schedule = found.files['best.sched'] ? new TextDecoder().decode(found.files['best.sched']) : '';
      this.take.hidden = !this.schedule;
    } catch (error) {
      this.say.textContent = error instanceof Cancelled ? '' : clean(error.message, 300);
    }
    clearInterval(clock);
    session.tell('optimum');
    this.find.hidden = false;
    this.stop.hidden = true;
  }

  text({ reachable, decided, lower, upper, seconds, lower_by: by }) {
    if (reachable === false) return 'The goal cannot be reached.';
    if (!decided) return `between ${lower} and ${upper ?? 'any number of'} steps`;
    return `${upper} steps, and ${upper - 1} are impossible (${clean(by, 120)}; ${seconds.toFixed(1)} s)`;
  }
}
