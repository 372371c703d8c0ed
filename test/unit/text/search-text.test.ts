import { queryRows } from '@memory/db';
import { parseQuery, searchText, type MemoryText } from '@memory/text';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sharedPglite } from '../../host/migrated-pglite.ts';
import { portion } from '../../support/portion.ts';

const { db } = await sharedPglite();

const empty: MemoryText = { title: '', narrative: '', tags: [], concepts: [], sourceFiles: [] };

/** A literal in PostgreSQL: its number of positions, and whether it satisfies a tsquery. */
async function store(
  tsvector: string,
  tsquery: string | null,
): Promise<{ positions: number; matches: boolean | null }> {
  const [row] = await queryRows<{ positions: number; matches: boolean | null }>(db)`
    select coalesce((select sum(cardinality(positions)) from unnest(${tsvector}::tsvector)), 0)::int positions,
      ${tsvector}::tsvector @@ ${tsquery}::tsquery matches`;
  if (!row) throw new Error('A select without from answers one row.');
  return row;
}

const word = fc.oneof(
  fc.constantFrom(
    'the',
    'flow',
    'a-b',
    'getUserById',
    'src/user_service.ts',
    "layer's",
    'x',
    'to-do',
    '我们使用',
    '茶',
  ),
  fc.constantFrom(
    '使用React组件',
    'v1.2.3',
    '--force',
    '-1',
    'E_NO_x',
    'naïve',
    'สวัสดี',
    'run_s',
    '{"a":1}',
    '…',
    "'",
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
);
const narrative = fc
  .array(
    word.map((word) => word.normalize('NFKC').replaceAll(/[\s"“”„]/g, '')),
    { minLength: 1, maxLength: 12 },
  )
  .map((words) => words.filter((word) => word !== ''));

describe('searchText', () => {
  it('weighs title three times, tags and concepts twice, files and narrative once, with gaps between them', () => {
    const memory = {
      title: 'layer flow',
      narrative: 'flow',
      tags: ['wing'],
      concepts: ['lift'],
      sourceFiles: ['src/a'],
    };
    expect(searchText(memory, 'english')).toEqual({
      tsvector: "'layer':1,4,7 'flow':2,5,8,20 'wing':10,12 'lift':14,16 'src':18 'srca':18",
      termCount: 13,
    });
  });

  it('is empty for a text without tokens', () => {
    expect(searchText({ ...empty, title: 'The', narrative: '…' }, 'english')).toEqual({
      tsvector: '',
      termCount: 0,
    });
  });

  it('writes a literal that PostgreSQL reads as meant, in which a phrase that occurs is found', async () => {
    await fc.assert(
      fc.asyncProperty(
        narrative,
        fc.nat(),
        fc.nat(),
        fc.constantFrom('english', 'simple', 'french'),
        async (words, a, b, language) => {
          const from = a % Math.max(1, words.length);
          const phrase = words.slice(from, from + 1 + (b % 5)).join(' ');
          const { tsvector, termCount } = searchText(
            { ...empty, title: 'note', narrative: words.join(' ') },
            language,
          );
          const { required } = parseQuery(`"${phrase}"`, language);
          const { positions, matches } = await store(tsvector, required);
          expect(positions).toBe(termCount);
          expect(matches).toBe(required === null ? null : true);
        },
      ),
      { numRuns: portion(150, 40) },
    );
  });

  it('finds a phrase that begins and ends inside identifiers', async () => {
    const { tsvector } = searchText(
      { ...empty, narrative: 'call db.memoryStore.findById then retry-later' },
      'english',
    );
    const { required } = parseQuery('"memoryStore.findById then retry"', 'english');
    expect(await store(tsvector, required)).toMatchObject({ matches: true });
  });

  it('does not find a phrase across two fields or two copies of the title', async () => {
    const { tsvector } = searchText({ ...empty, title: 'layer flow', tags: ['wing'] }, 'english');
    const { required } = parseQuery('"flow layer"', 'english');
    expect(await store(tsvector, required)).toMatchObject({ matches: false });
    expect(await store(tsvector, parseQuery('"flow wing"', 'english').required)).toMatchObject({
      matches: false,
    });
  });

  it.each([
    ['one word', 'flow '.repeat(20_000), 256],
    ['many words', Array.from({ length: 16_600 }, (_, i) => `w${i}`).join(' '), 16_383],
    [
      'long words',
      Array.from({ length: 1_500 }, (_, i) => '\u{20000}'.repeat(60) + String(i)).join(' '),
      16_383,
    ],
  ])('stays within what PostgreSQL stores: %s', async (_, text, positionsMax) => {
    const { tsvector, termCount } = searchText({ ...empty, narrative: text }, 'english');
    expect(termCount).toBeLessThanOrEqual(positionsMax);
    expect(Buffer.byteLength(tsvector)).toBeLessThan(1_000_000);
    expect(await store(tsvector, null)).toMatchObject({ positions: termCount });
  });
});
