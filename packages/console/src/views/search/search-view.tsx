import { withoutMarks } from '@memory/text/printable';
import { keepPreviousData, useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Client } from '@memory/client';
import { MEMORY_TYPES, type OperationOutput } from '@memory/contracts';
import { useClient, useSession, useOperation, useAsk } from '../../session/session-context.ts';
import { operate } from '../../session/session.ts';
import { AsyncState, Choice, Form } from '../../ui/parts.tsx';
import { Marked, snippetOf } from '../../ui/text/marked.tsx';
import {
  MemoryLink,
  Moment,
  Said,
  formatCount,
  formatNumber,
  formatShare,
  Plain,
  TypeBadge,
  refOf,
} from '../../ui/text/inline.tsx';
import { useListKeys } from '../../ui/hooks.ts';
import { VirtualRows } from '../../ui/virtual-rows.tsx';
import { SearchFilters } from './search-filters.tsx';
import { ORDERS, type SearchState } from '../address-state.ts';

const route = getRouteApi('/search');

/** Typing is done by then. */
const PAUSE_MS = 180;

const FIRST_PAGE = 30;
const PAGE = 200;

/** Read by itself where what was found is narrowed: some thousand memories. */
const NARROWED_PAGES = 6;

const DAY_MS = 86_400_000;

/** Readers stop long before; the service takes no larger offset than this anyway. */
const FOUND_MAX = 10_000;

/** Files of a row; the memory itself names all. */
const FILES_SHOWN = 3;

const REASONS = {
  keyword: 'words',
  semantic: 'meaning',
  combined: 'words and meaning',
} as const;

type Result = Awaited<ReturnType<Client['searchMemories']>>['results'][number];

const LISTED = { score: 0, keyword_score: 0, semantic_score: 0, match_type: 'keyword' } as const;

interface Related {
  ref: string;
  title: string;
}

interface Relations {
  replacedBy: Map<string, Related>;
  replaces: Map<string, Related>;
  other: Map<string, Related & { type: string }>;
}

export function SearchView() {
  const state = route.useSearch();
  const navigate = useNavigate({ from: '/search' });
  const client = useClient();
  const { workspaceId } = useSession();
  const [typed, setTyped] = useState(state.q ?? '');
  const [isUnfolded, setIsUnfolded] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list);
  const change = (next: Partial<SearchState>) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true });
  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    const timer = setTimeout(() => {
      if ((state.q ?? '') !== typed) change({ q: typed === '' ? undefined : typed });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only what is typed sets the clock: the address follows it, and would set it again
  }, [typed]);
  const query = useInfiniteQuery({
    queryKey: ['search', workspaceId, state],
    queryFn: ({ signal, pageParam }) => find(client, state, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: ({ read }, pages) => nextOffset(read, pages.length),
    placeholderData: keepPreviousData,
  });
  const asks = (state.q ?? '').trim() !== '';
  const relations = useAsk(
    ['relations', state.q],
    (client, signal) => findRelations(client, state.q ?? '', signal),
    { enabled: asks, placeholderData: keepPreviousData },
  );
  const gate = useOperation('listAnswers', { query: state.q ?? '', ...filtersOf(state) }, { enabled: asks });
  const answers = asks && gate.data && !gate.isPlaceholderData ? new Set(gate.data.answers) : null;
  const described = useQueries({
    queries: (query.data?.pages ?? []).map(({ results }) => {
      const ids = results.map(({ memory }) => memory.id);
      return {
        queryKey: ['described', workspaceId, ids],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          operate('describeMemories', { workspaceId, ids }, signal),
        enabled: ids.length > 0,
      };
    }),
    combine: (pages) =>
      new Map(pages.flatMap(({ data }) => data?.memories ?? []).map((memory) => [memory.id, memory])),
  });
  const namesOf = (field: 'person' | 'project') =>
    [...new Set([...described.values()].flatMap((each) => each[field] ?? []))].toSorted();
  const isNarrowed = [
    state.by,
    state.project,
    state.days,
    ...(asks ? [] : [state.types, state.importance, state.confidence]),
  ].some((filter) => filter !== undefined);
  // Results are narrowed here, so more of them are read than are seen.
  useEffect(() => {
    const isShort = isNarrowed && (query.data?.pages.length ?? 0) < NARROWED_PAGES;
    if (isShort && query.hasNextPage && !query.isFetching) void query.fetchNextPage();
  });
  const arrange = (results: Result[]): Result[] => {
    const since = state.days === undefined ? '' : new Date(Date.now() - state.days * DAY_MS).toISOString();
    const kept = results.filter(({ memory: { id, created_at } }) => {
      const { person, project } = described.get(id) ?? {};
      return (
        created_at >= since &&
        (state.by === undefined || person === state.by) &&
        (state.project === undefined || project === state.project)
      );
    });
    if (state.order === undefined) return kept;
    const sign = state.order === 'oldest' ? 1 : -1;
    return kept.toSorted((a, b) => sign * a.memory.created_at.localeCompare(b.memory.created_at));
  };
  return (
    <>
      <h1 className="hidden">Search</h1>
      <Form role="search">
        <label>
          <span className="hidden">Search the memory</span>
          <input
            ref={input}
            type="search"
            className="large"
            placeholder="Search by words or meaning …"
            value={typed}
            maxLength={2_000}
            autoComplete="off"
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={({ key }) => {
              if (key === 'ArrowDown') list.current?.querySelector<HTMLElement>('[data-item]')?.focus();
            }}
          />
        </label>
        <SearchFilters
          state={state}
          people={namesOf('person')}
          projects={namesOf('project')}
          types={MEMORY_TYPES}
          onChange={change}
        />
      </Form>
      <AsyncState
        query={query}
        isEmpty={({ pages }) => pages[0]?.results.length === 0}
        empty={<NothingFound state={state} />}
      >
        {({ pages }) => {
          const found = pages.flatMap((page) => page.results);
          const results = arrange(found);
          const answering = results.filter(({ memory }) => answers?.has(refOf(memory)) ?? true);
          // Best first is the order that agents are told: what was replaced stands below what replaced it.
          const told = [...(answers ?? [])];
          const placeOf = ({ memory }: Result) => told.indexOf(refOf(memory));
          const likely =
            state.order === undefined ? answering.toSorted((a, b) => placeOf(a) - placeOf(b)) : answering;
          const unlikely = results.filter((result) => !likely.includes(result));
          const more = query.hasNextPage ? ' or more' : '';
          const goOn = () => void (query.hasNextPage && !query.isFetching && query.fetchNextPage());
          const rows = (label: string, shown: readonly Result[], onEnd?: () => void) => (
            <VirtualRows
              className="results"
              label={label}
              rows={shown}
              keyOf={({ memory }) => memory.id}
              estimate={118}
              isBusy={query.isFetching}
              onEnd={onEnd}
            >
              {(result) => (
                <SearchHit
                  result={result}
                  query={state.q ?? ''}
                  relations={relations.data}
                  described={described.get(result.memory.id)}
                />
              )}
            </VirtualRows>
          );
          return (
            <div ref={list}>
              <div className="fields tools">
                <p className="quiet" role="status">
                  {likely.length === 0 ? (
                    'No memory answers this'
                  ) : (
                    <>
                      {isNarrowed && `${formatNumber(likely.length)} of `}
                      {formatNumber(isNarrowed ? found.length : likely.length)}
                      {answers ? '' : more} {asks ? 'found' : 'latest'}
                    </>
                  )}
                  {query.isFetching ? ', looking …' : ''}
                  {pages[0]?.degraded ? '. By words alone: the embedder did not answer in time.' : ''}
                </p>
                <Choice
                  label="Order"
                  value={state.order}
                  values={ORDERS}
                  none={asks ? 'best first' : 'newest first'}
                  say={(order) => (order === 'oldest' ? 'oldest first: how it came about' : 'newest first')}
                  onChange={(order) => change({ order })}
                />
              </div>
              {likely.length > 0 && rows('Results', likely, answers ? undefined : goOn)}
              {unlikely.length > 0 && (
                <details onToggle={({ currentTarget }) => setIsUnfolded(currentTarget.open)}>
                  <summary>
                    {formatNumber(unlikely.length)}
                    {more} less likely
                  </summary>
                  {isUnfolded && rows('Less likely', unlikely, goOn)}
                </details>
              )}
            </div>
          );
        }}
      </AsyncState>
    </>
  );
}

/** The first page comes soon, the following ones are long. */
function nextOffset(found: number, pages: number): number | undefined {
  const wanted = pages === 1 ? FIRST_PAGE : PAGE;
  const offset = FIRST_PAGE + (pages - 1) * PAGE;
  return found < wanted || offset >= FOUND_MAX ? undefined : offset;
}

const filtersOf = (state: SearchState) => ({
  memory_types: state.types ?? null,
  tags: state.tags ?? null,
  files: state.files ?? null,
  min_importance: state.importance ?? null,
  min_confidence: state.confidence ?? null,
});

/** A page of what a query finds, or of the latest memories where nothing is asked; `read` counts those before filters. */
async function find(client: Client, state: SearchState, offset: number, signal: AbortSignal) {
  const limit = offset === 0 ? FIRST_PAGE : PAGE;
  const { q = '', types, tags = [], importance = 0, confidence = 0 } = state;
  // Files alone are a search: those that name a file.
  if (q.trim() === '' && !state.files) {
    const latest = await client.listMemories({
      query: { ordering: '-created_at', tags, limit, offset },
      signal,
    });
    const kept = latest.filter(
      (each) =>
        (types?.includes(each.memory_type) ?? true) &&
        each.importance_score >= importance &&
        each.confidence_score >= confidence,
    );
    const results = kept.map((memory): Result => ({ ...LISTED, memory }));
    return { results, read: latest.length, degraded: false };
  }
  const body = { query: q, ...filtersOf(state), use_semantic: !state.words, limit, offset };
  const { results, degraded } = await client.searchMemories({ body, signal });
  return { results, read: results.length, degraded };
}

/** How the memories that a query finds belong together: what replaced what, and what else leads from one to another. */
async function findRelations(client: Client, query: string, signal: AbortSignal): Promise<Relations> {
  const { nodes, edges } = await client.exploreGraph({
    body: { query, seed_limit: 50, max_nodes: 200 },
    signal,
  });
  const named = new Map(nodes.map((node) => [refOf(node), { ref: refOf(node), title: node.title }]));
  const relations: Relations = { replacedBy: new Map(), replaces: new Map(), other: new Map() };
  for (const { source_memory_id: source, target_memory_id: target, relationship_type: type } of edges) {
    const [from, to] = [named.get(source), named.get(target)];
    if (!from || !to) continue;
    if (type === 'supersedes') {
      relations.replacedBy.set(target, from);
      relations.replaces.set(source, to);
    } else if (!relations.other.has(source)) relations.other.set(source, { ...to, type });
  }
  return relations;
}

interface SearchHitProps {
  result: Result;
  query: string;
  relations: Relations | undefined;
  described: OperationOutput<'describeMemories'>['memories'][number] | undefined;
}

function SearchHit({ result: { memory, score, match_type }, query, relations, described }: SearchHitProps) {
  const ref = refOf(memory);
  const replacedBy = relations?.replacedBy.get(ref);
  const replaces = relations?.replaces.get(ref);
  const other = query === '' ? undefined : relations?.other.get(ref);
  return (
    <article className={replacedBy ? 'hit replaced' : 'hit'}>
      <h2>
        <Link to="/memories/$ref" params={{ ref }} data-item>
          <Marked text={memory.title} query={query} />
        </Link>
      </h2>
      <p className="snippet">
        <Marked text={snippetOf(withoutMarks(memory.narrative), query)} query={query} />
      </p>
      <p className="meta">
        <TypeBadge type={memory.memory_type} />
        {memory.source_files.slice(0, FILES_SHOWN).map((file) => (
          <Link key={file} to="/search" search={{ files: [file] }}>
            <Plain>{file}</Plain>
          </Link>
        ))}
        {described?.person && <Plain>{described.person}</Plain>}
        {described?.project && <Plain>{described.project}</Plain>}
        <Moment at={memory.created_at} />
        {query !== '' && (
          <span
            title={`It fits by ${formatShare(score)}; importance ${formatShare(memory.importance_score)}; recalled ${formatCount(memory.retrieval_count, 'time')}, opened ${formatNumber(memory.access_count)}`}
          >
            by {REASONS[match_type]}
          </span>
        )}
        <Said className="warn" title="The branch that it was stored on" before="on" of={described?.branch} />
        <Said
          className="warn"
          title="What became of the code that it is about"
          before="code"
          of={described?.code}
        />
        {replacedBy && (
          <span className="warn">
            replaced by <MemoryLink to={replacedBy.ref} title={replacedBy.title} />
          </span>
        )}
        {replaces && (
          <span>
            replaces <MemoryLink to={replaces.ref} title={replaces.title} />
          </span>
        )}
        {other && (
          <span>
            {other.type.replaceAll('_', ' ')} <MemoryLink to={other.ref} title={other.title} />
          </span>
        )}
        {memory.tags.slice(0, 5).map((tag) => (
          <Said key={tag} className="tag" of={tag} />
        ))}
      </p>
    </article>
  );
}

function NothingFound({ state }: { state: SearchState }) {
  const { q, order: _, ...filters } = state;
  if (Object.keys(filters).length > 0)
    return (
      <p>
        Nothing with these filters.{' '}
        <Link to="/search" search={q === undefined ? {} : { q }}>
          Search without them
        </Link>
      </p>
    );
  if (q === undefined)
    return (
      <p>
        There are no memories yet. <Link to="/new">Write the first one</Link>
      </p>
    );
  return <p>Nothing was found. Other words may help, or fewer.</p>;
}
