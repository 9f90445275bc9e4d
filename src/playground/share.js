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

/** Return a text for the attribute of an element. */
const quoted = text => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');

/** What can be copied: for a link and the version of weft.
 * @type {Array<[string, string, (link: string, version: string) => string]>} */
const SHARED = [
  ['link', 'Link', link => link],
  ['embed', 'Embed', link => `<iframe src="${quoted(link)}" title="weft playground" width="1000" height="700"></iframe>`],
  ['cite', 'Cite', (link, version) => `${version}, playground. ${link}`],
];

/** The dialog with the link. */
export class Share {
  /** @param {import('./session.js').Session} session */
  constructor(session) {
    const said = make('span', { role: 'status', className: 'dim' });
    this.session = session;
    this.fields = SHARED.map(([id]) => make('input', { type: 'text', readOnly: true, id }));
    this.note = make('p', { className: 'dim' });
    const rows = SHARED.map(([, title], i) => make('label', {}, make('span', { text: title }), this.fields[i],
      button('copy', `copy: ${title}`, () => copy(this.fields[i].value, said))));
    this.element = make('dialog', { id: 'share' }, make('h2', { text: 'Share' }), ...rows, said, this.note,
      make('form', { method: 'dialog' }, make('button', { text: 'close' })));
  }

  async open() {
    const long = location.href.length > LINK_MOST, { out } = await this.session.extra.command(['--version']), version = new TextDecoder().decode(out).trim();
    SHARED.forEach(([, , textOf], i) => { this.fields[i].value = long ? '' : textOf(location.href, version); });
    this.note.textContent = long ? 'The text is too long for a link: save it as a file in the editor; the page takes the file again.'
      : 'The link holds all that the page shows, and the texts of the editor.';
    this.element.showModal();
    this.fields[0].select();
  }
}
