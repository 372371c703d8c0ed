import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Fragment, useEffect, useRef, useState } from 'react';
import type { CodeContext, CodeSymbolRecord } from '@memory/contracts';
import { useOperation, useAsk } from '../../session/session-context.ts';
import { AsyncState, Field, Form } from '../../ui/parts.tsx';
import {
  CommandLine,
  Count,
  MemoryRows,
  Moment,
  formatCount,
  formatNumber,
  Plain,
  withRef,
} from '../../ui/text/inline.tsx';
import { useListKeys } from '../../ui/hooks.ts';

const route = getRouteApi('/code');

/** Typing is done by then. */
const PAUSE_MS = 180;

const LINKS = { file: 'its file', name: 'its name', concept: 'a concept', related_file: 'a file beside it' };

export function CodeView() {
  const state = route.useSearch();
  const navigate = useNavigate({ from: '/code' });
  const [typed, setTyped] = useState(state.q ?? '');
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list);
  useEffect(() => {
    const timer = setTimeout(() => {
      if ((state.q ?? '') !== typed)
        void navigate({ search: typed === '' ? {} : { q: typed }, replace: true });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only what is typed sets the clock; the address follows it
  }, [typed]);
  const status = useAsk(['code status'], (client, signal) => client.getCodeStatus({ query: {}, signal }));
  return (
    <>
      <h1>Code</h1>
      <AsyncState
        query={status}
        isEmpty={({ repositories }) => repositories.length === 0}
        empty={
          <>
            <p>No code is indexed. In a repository:</p>
            <CommandLine>workspace-memory index .</CommandLine>
          </>
        }
      >
        {({ repositories }) => (
          <>
            <p className="meta">
              {repositories.map(({ name, symbols, files, pending_files, updated_at }) => (
                <span key={name} className="tag">
                  <Plain>{name}</Plain>: {formatCount(symbols, 'symbol')} in {formatCount(files, 'file')}
                  {pending_files > 0 && `, ${formatNumber(pending_files)} being read`},{' '}
                  <Moment at={updated_at} />
                </span>
              ))}
            </p>
            <Form role="search">
              <Field
                label="Search symbols"
                isHidden
                type="search"
                className="large"
                placeholder="A function, class or file …"
                value={typed}
                maxLength={500}
                onChange={setTyped}
              />
            </Form>
            <div className={state.symbol ? 'split' : undefined}>
              <div ref={list}>{state.q ? <Found q={state.q} /> : <Remembered />}</div>
              {state.symbol && <Symbol id={state.symbol} />}
            </div>
          </>
        )}
      </AsyncState>
    </>
  );
}

function Remembered() {
  const query = useOperation('listRememberedSymbols', {});
  return (
    <>
      <h2>What most is remembered of</h2>
      <AsyncState
        query={query}
        isEmpty={({ symbols }) => symbols.length === 0}
        empty="No memory names a symbol or file of the indexed code yet. Search for one above."
      >
        {({ symbols }) => (
          <ul className="rows">
            {symbols.map(({ repository, path, name, symbol_id, memories, doubtful }) => (
              <li key={`${repository} ${path} ${name}`}>
                <div className="row">
                  <Link
                    {...(symbol_id
                      ? { to: '/code', search: { symbol: symbol_id } }
                      : { to: '/search', search: { files: [path] } })}
                    data-item
                  >
                    <code>
                      <Plain>{name || path}</Plain>
                    </code>
                  </Link>
                  <span className="quiet path-text">
                    <Path>{name ? `${repository}/${path}` : repository}</Path>
                  </span>
                  {doubtful > 0 && <span className="tag warn">{formatNumber(doubtful)} outdated</span>}
                  <span className="number">{formatCount(memories, 'memory', 'memories')}</span>
                </div>
              </li>
            ))}
          </ul>
        )}
      </AsyncState>
    </>
  );
}

function Found({ q }: { q: string }) {
  const query = useOperation('searchSymbols', { q });
  return (
    <AsyncState query={query}>
      {({ results, nearest }) => (
        <>
          {results.length === 0 && (
            <p>
              {nearest.length > 0 ? 'No symbol is called so. These are near:' : 'No symbol is called so.'}
            </p>
          )}
          <ul className="rows" aria-label="Symbols">
            {(results.length > 0 ? results : nearest).map((symbol) => (
              <li key={symbol.symbol_id}>
                <SymbolRow symbol={symbol} q={q} />
              </li>
            ))}
          </ul>
        </>
      )}
    </AsyncState>
  );
}

/** A path that breaks after its slashes alone. */
const Path = ({ children }: { children: string }) =>
  children.split(/(?<=\/)/u).map((part, at) => (
    <Fragment key={`${at} ${part}`}>
      <Plain>{part}</Plain>
      <wbr />
    </Fragment>
  ));

type ShownSymbol = Pick<
  CodeSymbolRecord,
  'symbol_id' | 'qualified_name' | 'symbol_type' | 'repository' | 'file_path' | 'start_line'
>;

function SymbolRow({ symbol, q }: { symbol: ShownSymbol; q?: string | undefined }) {
  return (
    <div className="row">
      <Link to="/code" search={{ ...(q ? { q } : {}), symbol: symbol.symbol_id }} data-item>
        <span className="tag">{symbol.symbol_type}</span>
        <code>
          <Plain>{symbol.qualified_name}</Plain>
        </code>
      </Link>
      <span className="quiet path-text">
        <Path>{`${symbol.repository}/${symbol.file_path}:${symbol.start_line}`}</Path>
      </span>
    </div>
  );
}

function Symbol({ id }: { id: string }) {
  const query = useOperation('showSymbol', { symbolId: id });
  const { q } = route.useSearch();
  return (
    <aside aria-label="Symbol">
      <AsyncState query={query}>
        {(context) =>
          context.symbol ? (
            <SymbolDetail context={context} symbol={context.symbol} q={q} />
          ) : (
            <p>This symbol is gone.</p>
          )
        }
      </AsyncState>
    </aside>
  );
}

interface SymbolDetailProps {
  context: CodeContext;
  symbol: CodeSymbolRecord;
  q: string | undefined;
}

function SymbolDetail({ context: { memories, call_chain }, symbol, q }: SymbolDetailProps) {
  const panel = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Beside the list it is in view; on a phone it stands below.
    const isBelow = matchMedia('(width < 60rem)').matches;
    panel.current?.scrollIntoView({ block: isBelow ? 'start' : 'nearest' });
  }, [symbol.symbol_id]);
  const near = (links: CodeContext['call_chain']['callers']) => links.filter(({ depth }) => depth === 1);
  return (
    <>
      <p className="crumbs">
        <Link to="/code" search={q ? { q } : {}}>
          Back to the list
        </Link>
      </p>
      <h2 ref={panel}>
        <code>
          <Plain>{symbol.qualified_name}</Plain>
        </code>
      </h2>
      <p className="meta">
        <span className="tag">{symbol.symbol_type}</span>
        <span className="path-text">
          <Path>{`${symbol.repository}/${symbol.file_path}:${symbol.start_line}`}</Path>
        </span>
      </p>
      {symbol.signature && (
        <pre tabIndex={0}>
          <code>
            <Plain>{symbol.signature}</Plain>
          </code>
        </pre>
      )}
      {symbol.doc && (
        <p className="snippet">
          <Plain>{symbol.doc}</Plain>
        </p>
      )}
      <h3>
        Memories <Count of={memories.length} />
      </h3>
      {memories.length === 0 && <p className="quiet">Nothing is remembered of it.</p>}
      <MemoryRows of={memories.map(({ memory, links }) => ({ ...withRef(memory), links }))}>
        {({ links }) => <span className="quiet">by {links.map((link) => LINKS[link]).join(', ')}</span>}
      </MemoryRows>
      {(
        [
          ['Called by', near(call_chain.callers)],
          ['Calls', near(call_chain.callees)],
        ] as const
      ).map(
        ([name, links]) =>
          links.length > 0 && (
            <section key={name} aria-label={name}>
              <h3>
                {name} <Count of={links.length} />
              </h3>
              <ul className="rows">
                {links.map((link) => (
                  <li key={link.symbol_id}>
                    <SymbolRow symbol={link} q={q} />
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
    </>
  );
}
