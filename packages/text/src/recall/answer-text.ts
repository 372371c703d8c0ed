import { frameRecalled } from './frame-recalled.ts';

/** Fields with a line, or several, of their own; all others stand together. */
const PROSE = new Set(['content', 'passage', 'summary', 'relationships']);
/** Framed text itself. */
const FRAMED = 'context_block';

/**
 * A structured answer as text that says the same, since some clients show a model the one and some the other: what holds
 * recalled text is framed as data, and no line of a memory begins where a line of ours does.
 * @param source the tool's name
 */
export function answerText(source: string, { notice, ...answer }: Record<string, unknown>): string {
  const { count, results, ...rest } = answer;
  // Rows count themselves.
  const isWhole = Array.isArray(results) && results.every(isObject) && count === results.length;
  const lines = [
    ...(isWhole ? results.flatMap(item) : []),
    ...Object.entries(isWhole ? rest : answer).flatMap(([name, value]) => field(name, value)),
  ];
  return notice === undefined ? lines.join('\n') : frameRecalled(source, lines);
}

function field(name: string, value: unknown): string[] {
  if (value === undefined) return [];
  if (name === FRAMED) return [String(value)];
  if (PROSE.has(name) && typeof value === 'string') return [`${name}:`, ...indented(value)];
  if (isListOfObjects(value)) return [`${name}:`, ...value.flatMap(item)];
  if (isObject(value)) return isRow(value) ? [`${name}:`, ...item(value)] : [`${name}: ${pairs(value)}`];
  return [`${name}: ${scalar(value)}`];
}

/** A row of a list: its title, its facts by their names, and its text and the rows that it is made of below; a memory as in other blocks. */
function item(row: Record<string, unknown>): string[] {
  const { title: name, memory_type: type, ...facts } = row;
  const title = type === undefined || name === undefined ? name : `[${scalar(type)}] ${scalar(name)}`;
  const entries = Object.entries(facts);
  const prose = entries.filter(([name]) => PROSE.has(name));
  const rows = entries.flatMap(([name, value]) => (isObject(value) && isRow(value) ? [{ name, value }] : []));
  const rest = pairs(
    Object.fromEntries(
      entries.filter(([name]) => !PROSE.has(name) && !rows.some((row) => row.name === name)),
    ),
  );
  return [
    title === undefined ? `- ${rest}` : `- ${scalar(title)}${rest === '' ? '' : ` (${rest})`}`,
    ...rows.flatMap(({ name, value }) => [`  ${name}:`, ...item(value).flatMap(indented)]),
    ...prose.flatMap(([, value]) =>
      (Array.isArray(value) ? value.map(String) : [String(value)]).flatMap(indented),
    ),
  ];
}

/** Fields that say by themselves what they are. */
const UNNAMED = new Set(['id', 'memory_id', 'date']);

const pairs = (facts: Record<string, unknown>): string =>
  Object.entries(facts)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => (UNNAMED.has(name) ? scalar(value) : `${name} ${scalar(value)}`))
    .join('; ');

const scalar = (value: unknown): string =>
  Array.isArray(value) ? value.map(String).join(', ') : value === null ? 'none' : String(value);

const indented = (text: string): string[] => text.split('\n').map((line) => `  ${line}`);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isListOfObjects = (value: unknown): value is Record<string, unknown>[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject);

/** A thing with a name of its own, not a group of figures. */
const isRow = (value: Record<string, unknown>): boolean =>
  'title' in value || 'symbol_id' in value || Object.keys(value).some((name) => PROSE.has(name));
