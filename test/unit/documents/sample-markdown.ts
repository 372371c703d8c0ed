import * as fc from 'fast-check';

const word = fc.constantFrom(
  'queue',
  'retry',
  'the',
  'índice',
  'memory',
  '图谱',
  '😀',
  'a_b',
  '`code`',
  '**bold**',
  'is.',
);
const sentence = fc.array(word, { minLength: 1, maxLength: 40 }).map((words) => words.join(' '));
const lines = fc.array(sentence, { minLength: 1, maxLength: 8 }).map((all) => all.join('\n'));

const heading = fc
  .tuple(
    fc.integer({ min: 1, max: 4 }),
    fc.constantFrom('Setup', 'Notes', 'Fixed', 'C#', 'a/b', 'The `x` option'),
  )
  .map(([depth, text]) => `${'#'.repeat(depth)} ${text}`);
const fence = fc
  .tuple(fc.constantFrom('```', '~~~~'), fc.array(sentence, { maxLength: 60 }))
  .map(([mark, body]) => [`${mark}js`, ...body, '', '# no heading', mark].join('\n'));
const table = fc
  .array(fc.tuple(word, word), { minLength: 1, maxLength: 60 })
  .map((rows) => ['| a | b |', '| - | - |', ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n'));
const list = fc
  .array(fc.oneof({ weight: 5, arbitrary: lines }, { weight: 1, arbitrary: fence }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((items) => items.map((item) => `- ${item.replaceAll('\n', '\n  ')}`).join('\n'));
const quotation = fc.oneof(lines, fence).map((text) => `> ${text.replaceAll('\n', '\n> ')}`);

/** Markdown of every kind of block the splitter tells apart, from nothing to some 100,000 characters. */
export const sampleMarkdown: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: heading },
      { weight: 6, arbitrary: lines },
      { weight: 2, arbitrary: fence },
      { weight: 1, arbitrary: table },
      { weight: 1, arbitrary: list },
      { weight: 1, arbitrary: quotation },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
    ),
    { maxLength: 40 },
  )
  .map((blocks) => blocks.join('\n\n'));
