import { lexer, type Token, type Tokens } from 'marked';
import { createElement, Fragment, type ReactNode } from 'react';
import { printable } from '@memory/text/printable';

/** Of `_`, `*` and `~` in one paragraph: the time that emphases take grows with the square of their number. */
const EMPHASES_MAX = 1_000;

/** Only links that lead to a page or a mailbox. */
const isSafe = (url: string): boolean => /^(?:https?:|mailto:)/iu.test(url);

const CHARACTER = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/giu;

/** Characters that `&amp;` and its like stand for, as the browser knows them; the reader of Markdown leaves them to HTML. */
const readable = (text: string): string =>
  text.replaceAll(CHARACTER, (name) => {
    const field = document.createElement('textarea');
    field.innerHTML = name;
    return field.value;
  });

const marked =
  (tag: string) =>
  ({ tokens }: Tokens.Generic) =>
    createElement(tag, null, all(tokens));

/** Each kind of token as an element. HTML is shown as text; pictures are named and not loaded, since that would tell another server who reads this. */
const ELEMENTS: Record<string, (token: never) => ReactNode> = {
  space: () => null,
  def: () => null,
  br: () => <br />,
  hr: () => <hr />,
  strong: marked('strong'),
  em: marked('em'),
  del: marked('del'),
  blockquote: marked('blockquote'),
  paragraph: marked('p'),
  // Headings of a text stand below that of the page.
  heading: ({ depth, tokens }: Tokens.Heading) =>
    createElement(`h${Math.min(depth + 2, 6)}`, null, all(tokens)),
  html: ({ raw, block }: Tokens.HTML) => (block ? <p>{raw}</p> : raw),
  escape: ({ text }: Tokens.Escape) => text,
  text: ({ text, tokens }: Tokens.Text) => (tokens ? all(tokens) : readable(text)),
  codespan: ({ text }: Tokens.Codespan) => <code>{text}</code>,
  code: ({ text }: Tokens.Code) => (
    <pre tabIndex={0}>
      <code>{text}</code>
    </pre>
  ),
  checkbox: ({ checked }: Tokens.Checkbox) => (
    <input type="checkbox" checked={checked} readOnly aria-label="task" />
  ),
  list: ({ ordered, start, items }: Tokens.List) =>
    createElement(ordered ? 'ol' : 'ul', ordered && start !== '' ? { start } : null, all(items)),
  list_item: marked('li'),
  link: ({ href, tokens }: Tokens.Link) =>
    isSafe(href) ? (
      <a href={href} title={href} target="_blank" rel="noreferrer noopener nofollow">
        {all(tokens)}
      </a>
    ) : (
      <span>{all(tokens)}</span>
    ),
  image: ({ href, text }: Tokens.Image) => (
    <span className="picture">
      [picture{text && `: ${readable(text)}`}
      {isSafe(href) && `, ${href}`}]
    </span>
  ),
  table: ({ header, rows }: Tokens.Table) => (
    // A wide table scrolls by itself, also by key.
    <div className="scrolls" role="region" aria-label="Table" tabIndex={0}>
      <table>
        <thead>{row(header)}</thead>
        <tbody>{rows.map(row)}</tbody>
      </table>
    </div>
  ),
};

const row = (cells: Tokens.TableCell[], at = 0) => (
  <tr key={at}>
    {cells.map(({ header, align, tokens }, column) =>
      createElement(
        header ? 'th' : 'td',
        { key: column, style: align ? { textAlign: align } : undefined },
        all(tokens),
      ),
    )}
  </tr>
);

const all = (tokens: Token[] = []): ReactNode =>
  tokens.map((token, at) => {
    const element = ELEMENTS[token.type] as ((token: Token) => ReactNode) | undefined;
    return <Fragment key={at}>{element ? element(token) : token.raw}</Fragment>;
  });

/** Thirty quotations and lists in each other, on one line: a reader that goes into each runs out of stack. */
const DEEP = /^(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){30}/mu;

/** @returns undefined for a text that was made to be slow or deep: it is shown as it stands */
function read(text: string): Token[] | undefined {
  const isSlow = text.split('\n\n').some((paragraph) => paragraph.split(/[_*~]/u).length > EMPHASES_MAX);
  if (isSlow || DEEP.test(text)) return undefined;
  try {
    return lexer(text);
  } catch {
    return undefined;
  }
}

/** A narrative as its author meant it, without what could do anything. */
export default function Markdown({ text }: { text: string }) {
  const shown = printable(text);
  const tokens = read(shown);
  return (
    <div className="prose" dir="auto">
      {tokens ? all(tokens) : <p className="observed">{shown}</p>}
    </div>
  );
}
