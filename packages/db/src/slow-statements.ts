import { createHash } from 'node:crypto';

/** Beyond this a statement is slow: what a request does takes a few milliseconds, and all wait for it in the embedded engine. */
const SLOW_MS = 500;
/** A kind of statement is told of once in this time. */
const TOLD_EVERY_MS = 60_000;
/** Kinds that are kept, the latest last. */
const KEPT = 20;

interface SlowExecution {
  text: string;
  ms: number;
  /** Rows that it answered; null where it failed. */
  rows: number | null;
  /** Plans the same statement once more, with the same values: `explain (format json)`. */
  explain: () => Promise<unknown>;
}

interface SlowStatement {
  /** Its action and tables, and the hash that `npm run queries` prints at the function that sends it. */
  name: string;
  count: number;
  longestMs: number;
  at: Date;
}

interface SlowReport {
  statement: string;
  ms: number;
  /** Executions of this kind that were slow since the last report. */
  times: number;
  rows: number | null;
  /** Rows that the planner expected to be answered, and its plan with the rows it expected of each step; null where it cannot be had. */
  expected: number | null;
  plan: string[] | null;
}

interface PlanNode {
  'Node Type': string;
  'Plan Rows': number;
  'Relation Name'?: string;
  'Index Name'?: string;
  'CTE Name'?: string;
  Plans?: PlanNode[];
}

/** The same for every execution, whatever the numbers of its parameters. */
export const statementHash = (text: string): string =>
  createHash('sha256')
    .update(
      text
        .replaceAll(/\$\d+|:\d+\b/gu, '$')
        .replaceAll(/\s+/gu, ' ')
        .trim(),
    )
    .digest('hex')
    .slice(0, 8);

/** `update memory_counters, memories (1f0a93bc)` */
function nameOf(text: string): string {
  const verbs = /\b(?:insert|update|delete|select)\b/iu.exec(
    text.replace(/^\s*with\b.*?\b(?=insert|update|delete)/isu, ''),
  );
  const tables = [
    ...text.matchAll(
      /\b(?:from|join|into|update)\s+(?:only\s+)?"?([a-z]+_[a-z_]+|memories|sessions|relationships|documents|observations|workspaces|memberships|tellings|feedback|branches|tombstones)\b/giu,
    ),
  ];
  const named = [...new Set(tables.map(([, table]) => table))].slice(0, 4).join(', ');
  return `${verbs?.[0].toLowerCase() ?? 'statement'} ${named} (${statementHash(text)})`;
}

/** Slow statements of this process: told to the log once a minute a kind, counted for who looks. */
class SlowStatements {
  readonly #kinds = new Map<string, SlowStatement & { toldAt: number; untold: number }>();
  #tell: (report: SlowReport) => void = () => undefined;

  tellTo(tell: (report: SlowReport) => void): void {
    this.#tell = tell;
  }

  /** The latest first. */
  list(): SlowStatement[] {
    return [...this.#kinds.values()]
      .map(({ name, count, longestMs, at }) => ({ name, count, longestMs, at }))
      .toReversed();
  }

  note(execution: SlowExecution): void {
    if (execution.ms < SLOW_MS) return;
    const name = nameOf(execution.text);
    const before = this.#kinds.get(name);
    const kind = {
      name,
      count: (before?.count ?? 0) + 1,
      longestMs: Math.max(before?.longestMs ?? 0, Math.round(execution.ms)),
      at: new Date(),
      toldAt: before?.toldAt ?? -Infinity,
      untold: (before?.untold ?? 0) + 1,
    };
    this.#kinds.delete(name);
    this.#kinds.set(name, kind);
    const [oldest] = this.#kinds.keys();
    if (this.#kinds.size > KEPT && oldest !== undefined) this.#kinds.delete(oldest);
    if (performance.now() - kind.toldAt < TOLD_EVERY_MS) return;
    const times = kind.untold;
    Object.assign(kind, { toldAt: performance.now(), untold: 0 });
    void this.#report(execution, { name, times });
  }

  async #report(
    { ms, rows, explain }: SlowExecution,
    { name, times }: { name: string; times: number },
  ): Promise<void> {
    // A report without its plan is still one: the engine may refuse to explain, or answer in another form.
    const plan = await explain()
      .then(planIn)
      .catch(() => null);
    this.#tell({
      statement: name,
      ms: Math.round(ms),
      times,
      rows,
      expected: plan?.['Plan Rows'] ?? null,
      plan: plan && linesOf(plan).slice(0, 40),
    });
  }
}

/** Of the process: a statement does not know which service sent it. */
export const slowStatements = new SlowStatements();

/** The plan in what a driver answers to `explain (format json)`: rows of one column, text or parsed. */
function planIn(answer: unknown): PlanNode | null {
  const [row] = (answer as { rows?: unknown[] }).rows ?? [];
  const [value] = row && typeof row === 'object' ? Object.values(row) : [];
  const [explained] = (typeof value === 'string' ? JSON.parse(value) : value) as { Plan?: PlanNode }[];
  return explained?.Plan ?? null;
}

const linesOf = (node: PlanNode, depth = 0): string[] => [
  `${' '.repeat(depth)}${node['Node Type']} ${node['Index Name'] ?? node['Relation Name'] ?? node['CTE Name'] ?? ''}`.trimEnd() +
    `: ${node['Plan Rows']}`,
  ...(node.Plans ?? []).flatMap((plan) => linesOf(plan, depth + 1)),
];
