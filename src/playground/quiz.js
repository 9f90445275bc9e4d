/* Questions of lessons. Answers that are schedules are judged by what weft reports about them. */
import { clean } from '../trace/page/script/format.js';
import { make } from '../trace/page/script/element.js';

/**
 * A question has one kind of answer: {kind: 'choose', of: [text], right: i}, {kind: 'number', value},
 * {kind: 'valid'} or {kind: 'steps-at-most', value, best: nobody has fewer}. `because` is shown when the answer is right;
 * `solution` is a part of a state that is an answer.
 * @typedef {{question: string, answer: any, because: string, solution: Object<string, any>|null}} Question
 */

/** Members of a state that belong to the question; the others are the answer. */
const ASKED = ['problem', 'network', 'model', 'cost', 'settings', 'net', 'goal'];

const plural = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;

/** Return what is wrong with a run, or nothing. */
function wrongWith({ valid, conflicts, text }, error) {
  if (error) return clean(error, 200);
  if (valid) return '';
  return conflicts ? `not valid: ${plural(conflicts, 'conflict')}` : clean(text || 'not valid', 200);
}

/** What is wrong with an answer: nothing, or how far it is from the right one. */
const JUDGES = {
  choose: ({ right }, given) => (given === right ? '' : 'not this one'),
  number({ value }, given) {
    if (given === value) return '';
    return `not ${given}: it is ${given < value ? 'more' : 'less'}`;
  },
  valid: (_, given, error) => wrongWith(given, error),
  'steps-at-most'({ value, best }, given, error) {
    const wrong = wrongWith(given, error);
    if (wrong || given.steps <= value) return wrong;
    return `${plural(given.steps, 'step')}: ${given.steps - value} more to save${best ? `; nobody is known to have fewer than ${value}` : ''}`;
  },
};

export const isJudged = kind => kind in JUDGES;

export class Quiz {
  /** @param {import('./session.js').Session} session @param {HTMLElement} place @param {(question: Question) => void} solved */
  constructor(session, place, solved) {
    this.session = session;
    this.place = place;
    this.solved = solved;
    this.question = /** @type {Question|null} */ (null);
    this.say = make('p', { id: 'quiz-says', role: 'status' });
    session.listen(what => what === 'result' && this.judgeRun());
  }

  /** Ask a question in a state; null: none. @param {Question|null} question */
  ask(question, state = {}) {
    this.question = question;
    this.state = state;
    this.say.textContent = '';
    this.say.className = '';
    this.place.replaceChildren(...(question ? [...this.controls(question), this.say] : []));
  }

  /** Return the controls for the answer. @param {Question} question */
  controls({ answer, solution }) {
    if (answer.kind === 'choose')
      return [make('div', { className: 'bar' }, ...answer.of.map((text, i) => make('button', { type: 'button', id: `quiz-${i}`, text, onclick: () => this.judge(i) })))];
    if (answer.kind === 'number') {
      const input = make('input', { type: 'text', inputMode: 'numeric', size: 6, id: 'quiz-number', 'aria-label': 'your answer' });
      const check = () => /^\s*\d+\s*$/.test(input.value) && this.judge(Number(input.value));
      input.addEventListener('keydown', event => event.key === 'Enter' && check());
      return [make('div', { className: 'bar' }, input, make('button', { type: 'button', id: 'quiz-check', text: 'check', onclick: check }))];
    }
    const solve = make('button', { type: 'button', id: 'quiz-solution', text: 'show a solution', onclick: () => this.session.set(solution) });
    return [make('div', { className: 'bar' }, make('span', { className: 'dim', text: 'Every change of the schedule or the strategy is checked.' }), solution ? solve : null)];
  }

  judge(given, error = null) {
    const { answer, because } = this.question, wrong = JUDGES[answer.kind](answer, given, error);
    this.say.className = wrong ? 'wrong' : 'right';
    this.say.textContent = wrong ? `\u2717 ${wrong}` : `\u2713 right. ${because}`;
    if (!wrong) this.solved(this.question);
  }

  /** Judge the run of the page, if the question asks for one. */
  judgeRun() {
    const { question, session } = this;
    if (!question || /^(choose|number)$/.test(question.answer.kind)) return;
    const other = ASKED.find(name => JSON.stringify(session.state[name]) !== JSON.stringify(this.state[name]));
    if (other) {
      this.say.className = 'wrong';
      this.say.textContent = `\u2717 the question is about another ${other}`;
    } else this.judge(session.result, session.error);
  }
}
