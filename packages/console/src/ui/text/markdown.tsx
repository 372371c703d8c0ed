import { printable } from '@memory/text/printable';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';

/** HTML is shown as text; pictures are named and not loaded, since that would tell another server who reads this. */
const COMPONENTS: Components = {
  a: ({ href, children }) =>
    href === undefined || href === '' ? (
      <span>{children}</span>
    ) : (
      <a href={href} title={href} target="_blank" rel="noreferrer noopener nofollow">
        {children}
      </a>
    ),
  img: ({ src, alt }) => (
    <span className="picture">
      [picture{alt ? `: ${alt}` : ''}
      {typeof src === 'string' && src ? `, ${src}` : ''}]
    </span>
  ),
  input: ({ checked }) => <input type="checkbox" checked={checked ?? false} readOnly aria-label="task" />,
  table: ({ children }) => (
    // A wide table scrolls by itself, also by key.
    <div className="scrolls" role="region" aria-label="Table" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
};

const PLUGINS = [remarkGfm];

/** Only links that lead to a page or a mailbox. */
const safeUrl = (url: string): string => (/^(?:https?:|mailto:)/iu.test(url) ? url : '');

// Headings of a text stand below that of the page.
const HEADINGS: Components = {
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  h4: ({ children }) => <h6>{children}</h6>,
};

/** A narrative as its author meant it, without what could do anything. */
export default function Markdown({ text }: { text: string }) {
  return (
    <div className="prose" dir="auto">
      <ReactMarkdown
        remarkPlugins={PLUGINS}
        components={{ ...COMPONENTS, ...HEADINGS }}
        urlTransform={safeUrl}
      >
        {printable(text)}
      </ReactMarkdown>
    </div>
  );
}
