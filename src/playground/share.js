/* Links and the command line to copy. */
import { button, make } from '../trace/page/script/element.js';
import { LINK_MOST } from './state.js';

async function copy(text, said) {
  try {
    await navigator.clipboard.writeText(text);
    said.textContent = 'copied';
  } catch {
    said.textContent = 'select the text and copy it';
  }
  setTimeout(() => { said.textContent = ''; }, 2500);
}

/** The line with the same on the command line. */
export class CommandLine {
  /** @param {import('./session.js').Session} session */
  constructor(session) {
    this.text = make('code', { id: 'line' });
    const said = make('span', { role: 'status', className: 'dim' });
    this.element = make('section', { id: 'command', 'aria-label': 'the same on the command line' }, make('span', { className: 'dim', text: 'The same on the command line' }),
      this.text, button('copy', 'copy the command line', () => copy(this.text.textContent, said)), said);
    session.listen(what => {
      if (what === 'state') this.text.textContent = session.commandLine();
    });
  }
}

/** The dialog with the link. */
export class Share {
  constructor() {
    const said = make('span', { role: 'status', className: 'dim' });
    this.link = make('input', { type: 'text', readOnly: true, id: 'link', 'aria-label': 'link' });
    this.note = make('p', { className: 'dim' });
    this.element = make('dialog', { id: 'share' }, make('h2', { text: 'Share' }), this.link,
      make('div', { className: 'bar' }, button('copy', 'copy the link', () => copy(this.link.value, said)), said), this.note,
      make('form', { method: 'dialog' }, make('button', { text: 'close' })));
  }

  open() {
    const long = location.href.length > LINK_MOST;
    this.link.value = long ? '' : location.href;
    this.note.textContent = long ? 'The text is too long for a link: save it as a file in the editor; the page takes the file again.'
      : 'The link holds all that the page shows, and the texts of the editor.';
    this.element.showModal();
    this.link.select();
  }
}
