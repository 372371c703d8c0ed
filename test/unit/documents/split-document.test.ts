import * as fc from 'fast-check';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { describe, expect, test } from 'vitest';

import { splitDocument } from '@memory/sections';

import { portion } from '../../support/portion.ts';
import { verifies } from '../../support/verifies.ts';
import { expectCover } from './expect-cover.ts';
import { sampleMarkdown } from './sample-markdown.ts';

const prose = (name: string, count = 12): string =>
  `${name} `.repeat(3) + 'says what there is to say. '.repeat(count);
const keysOf = (text: string): string[] => splitDocument(text, { format: 'markdown' }).map(({ key }) => key);

describe('any document', () => {
  const formats = fc.constantFrom('markdown' as const, 'text' as const);

  test('is covered by its sections, whose keys differ and whose sizes are within the limits of a memory', () => {
    fc.assert(
      fc.property(sampleMarkdown, formats, (text, format) => {
        const sections = splitDocument(text, { format, maxChars: 800 });
        expect(splitDocument(text, { format, maxChars: 800 }), 'the same way every time').toEqual(sections);
        expectCover(text.replace(/^\uFEFF/, ''), sections);
        expect(new Set(sections.map(({ key }) => key)).size).toBe(sections.length);
        for (const [index, { narrative, title, key, ordinal }] of sections.entries()) {
          expect(ordinal).toBe(index);
          expect(narrative.trim()).not.toBe('');
          expect(title.trim()).not.toBe('');
          expect(Array.from(title).length).toBeLessThanOrEqual(500);
          expect(key.length).toBeLessThanOrEqual(600);
        }
      }),
      { numRuns: portion(150, 50) },
    );
  });

  verifies(
    'documents.split.whole-blocks',
    () => {
      const parser = unified().use(remarkParse).use(remarkGfm);
      fc.assert(
        fc.property(sampleMarkdown, (text) => {
          const narratives = splitDocument(text, { format: 'markdown', maxChars: 400 }).map(
            (s) => s.narrative,
          );
          const all = narratives.join('\n\0');
          visit(parser.parse(text), (node) => {
            if (node.type !== 'code' && node.type !== 'table') return;
            const source = text.slice(node.position?.start.offset, node.position?.end.offset).trim();
            expect(all).toContain(source);
          });
        }),
        { numRuns: portion(100, 40) },
      );
    },
    { title: 'by the judgement of the full parser' },
  );

  test('of prose has no section longer than asked, in code points', () => {
    const texts = fc.string({ unit: fc.constantFrom('😀', 'x', ' ', '. ', '\n', '。'), maxLength: 5000 });
    fc.assert(
      fc.property(texts, formats, (text, format) => {
        for (const { narrative } of splitDocument(text, { format, maxChars: 400 })) {
          expect(Array.from(narrative).length).toBeLessThanOrEqual(400);
          expect(narrative.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: portion(100, 40) },
    );
  });
});

describe('sections of Markdown', () => {
  test('are named after the headings they stand under', () => {
    const text = `# Guide\n\n${prose('Intro')}\n\n## Install *now*\n\n${prose('Install')}\n\n### Linux\n\n${prose('Linux')}`;
    const sections = splitDocument(text, { format: 'markdown', title: 'Handbook' });
    expect(sections.map(({ key, title, headingPath }) => ({ key, title, headingPath }))).toEqual([
      { key: 'guide', title: 'Handbook › Guide', headingPath: ['Guide'] },
      {
        key: 'guide/install-now',
        title: 'Handbook › Guide › Install now',
        headingPath: ['Guide', 'Install now'],
      },
      {
        key: 'guide/install-now/linux',
        title: 'Handbook › Guide › Install now › Linux',
        headingPath: ['Guide', 'Install now', 'Linux'],
      },
    ]);
  });

  test('do not repeat a document title that is the first heading', () => {
    const [section] = splitDocument(`# Guide\n\n${prose('a')}`, { format: 'markdown', title: 'guide' });
    expect(section?.title).toBe('Guide');
  });

  test('take in a short neighbour and name it', () => {
    const text = `# Tool\n\n## Usage\n\n${prose('Usage')}\n\n## License\n\nMIT\n`;
    expect(splitDocument(text, { format: 'markdown' })).toMatchObject([
      { key: 'tool/usage', title: 'Tool › Usage, License', narrative: text.trim() },
    ]);
  });

  test('keep front matter and are not led astray by it', () => {
    const text = `---\ntitle: X\n# comment\n---\n\n# X\n\n${prose('X')}`;
    expect(splitDocument(text, { format: 'markdown' })).toMatchObject([{ key: 'x', narrative: text.trim() }]);
  });

  test('tell equal headings, and headings made of the marks of keys, apart', () => {
    const text = ['Notes', 'Notes', 'Notes~2', 'a/b', 'a#2']
      .map((name) => `# ${name}\n\n${prose(name)}`)
      .join('\n\n');
    expect(keysOf(text)).toEqual(['notes', 'notes~2', 'notes%7e2', 'a%2fb', 'a%232']);
  });

  test('of one long heading are numbered parts that begin their titles with their own words', () => {
    const text = `# Long\n\n${Array.from({ length: 20 }, (_, i) => prose(`Topic ${i}`, 20)).join('\n\n')}`;
    const sections = splitDocument(text, { format: 'markdown' });
    expect(sections.map(({ key }) => key)).toEqual([
      'long',
      ...sections.slice(1).map((_, i) => `long#${i + 2}`),
    ]);
    expect(sections[1]?.title).toMatch(/^Long › Topic \d+ Topic/);
  });

  test('are none of a table of contents, unless it is all there is', () => {
    const entries = Array.from({ length: 12 }, (_, at) => `  * [Chapter number ${at}](#chapter-${at})`);
    const contents = `## Contents\n\n${entries.join('\n')}\n\n`;
    expect(keysOf(`# Guide\n\n${prose('Guide')}\n\n${contents}## Start\n\n${prose('Start')}`)).toHaveLength(
      2,
    );
    expect(keysOf(contents)).toHaveLength(1);
  });

  test('exist only where there is text', () => {
    expect(splitDocument(' \n\t\n', { format: 'markdown' })).toEqual([]);
    expect(splitDocument('\uFEFF', { format: 'text' })).toEqual([]);
  });
});

describe('a fence or table', () => {
  test('longer than a section stays whole, with the words that introduce it', () => {
    const fence = `\`\`\`ts\n${'const a = 1;\n\n'.repeat(2000)}\`\`\``;
    const sections = splitDocument(`# A\n\nAs follows:\n\n${fence}\n\n${prose('After', 200)}`, {
      format: 'markdown',
    });
    expect(sections[0]?.narrative).toBe(`# A\n\nAs follows:\n\n${fence}`);
  });

  test('longer than a section stays with its heading', () => {
    const dump = `## Dump\n\n\`\`\`\n${'x = 1\n'.repeat(1000)}\`\`\``;
    const sections = splitDocument(`# Tool\n\n${'i'.repeat(188)}\n\n${dump}`, { format: 'markdown' });
    expect(sections.map(({ narrative }) => narrative).join('\n---\n')).toContain(dump);
  });

  test('longer than a memory is cut at line ends into fences by themselves', () => {
    const body = Array.from({ length: 20_000 }, (_, i) => `line ${i} 😀`);
    const text = `> \`\`\`\`js\n${body.map((line) => `> ${line}\n`).join('')}> \`\`\`\`\n\nafter`;
    const sections = splitDocument(text, { format: 'markdown' });
    expect(sections.length).toBeGreaterThan(2);
    const shown = sections.flatMap(({ narrative }) => {
      expect(Array.from(narrative).length).toBeLessThanOrEqual(100_000);
      const values: string[] = [];
      visit(unified().use(remarkParse).parse(narrative), 'code', (code) => void values.push(code.value));
      return values;
    });
    expect(shown.join('\n')).toBe(body.join('\n'));
  });

  test('that begins a part gives it a title in words, without the marks of its row or of code', () => {
    const rows = '| `A_SETTING`    |     | What it is for.  |\n'.repeat(200);
    const table = `| \`Setting\`    | Default | Meaning          |\n| ------------ | ------- | ---------------- |\n${rows}`;
    const sections = splitDocument(`# Settings\n\n${prose('Before', 150)}\n\n${table}`, {
      format: 'markdown',
    });
    expect(sections.map(({ title }) => title)).toContain('Settings › Setting, Default, Meaning');
  });

  test.for([
    ['**Rule 2**: of each *quokka\\_name*', 'Rule 2: of each quokka_name'],
    ['[\\[items.intro\\]](#r-items.intro "items.intro") An item is kept.', 'items.intro An item is kept.'],
    ['*quokka\\_name* (`List<T>`)', 'quokka_name (List<T>)'],
    ['- **Feeding\n  by weight** is common.', 'Feeding'],
    ['**Nights**\\\nThey sleep.', 'Nights'],
    ['<!-- kept by a script -->\n\nWhat follows.', 'What follows.'],
    ['> See [the _map_](map.md "Map") of `a*b*c`.', 'See the map of a*b*c.'],
  ])('that begins with %s is called after %s', ([opening, words]) => {
    const text = `# Zoo\n\n${'Quokkas rest here. '.repeat(200)}\n\n${opening}\n${'Wombats dig there. '.repeat(200)}`;
    const titles = splitDocument(text, { format: 'markdown' }).map(({ title }) => title);
    expect(titles).toContain(`Zoo › ${words}`);
  });

  test('of code keeps what would be marks elsewhere, and so does a text without any', () => {
    const lines = Array.from({ length: 400 }, (_, i) => `*count*_of_*quokkas*_${i} = a * b * c;`).join('\n');
    const titles = (format: 'markdown' | 'text' | 'rst', text: string) =>
      splitDocument(text, { format, maxChars: 2_000 }).map(({ title }) => title);
    const code = titles('markdown', `# Zoo\n\n${prose('Before', 150)}\n\n\`\`\`c\n${lines}\n\`\`\`\n`);
    expect(code.at(-1)).toMatch(/count\*_of_\*quokkas\*_\d+ = a \* b \* c;$/u);
    expect(titles('text', lines).at(-1)).toMatch(/count\*_of_\*quokkas\*_\d+ = a \* b \* c;$/u);
    expect(
      titles('rst', `${'Quokkas rest. '.repeat(150)}\n\n**Nights**: they sleep.\n${'Wombats. '.repeat(200)}`),
    ).toContain('Nights: they sleep.');
  });

  test('of a directive gives a part its words as title, not the name of the directive', () => {
    const code = Array.from({ length: 300 }, (_, i) => `    $ backup --verbose=${i}\n`).join('');
    const page = `Usage\n=====\n\n${prose('Before', 150)}\n\n.. code-block:: console\n\n${code}\n${prose('Between', 600)}\n\n.. _keep:\n\n.. note:: Keep the key safe.\n`;
    const titles = splitDocument(page, { format: 'rst' }).map(({ title }) => title);
    expect(titles).toContain('Usage › $ backup --verbose=0');
    expect(titles.filter((title) => title.includes('..'))).toEqual([]);
  });

  test('as a table longer than a memory repeats its head', () => {
    const rows = Array.from({ length: 9000 }, (_, i) => `| ${i} | some text |\n`).join('');
    const sections = splitDocument(`| id | text |\n| -- | ---- |\n${rows}`, { format: 'markdown' });
    expect(sections.length).toBeGreaterThan(1);
    for (const { narrative } of sections)
      expect(narrative).toMatch(/^\| id \| text \|\n\| -- \| ---- \|\n\| \d/);
  });
});

test('hostile nesting does not exhaust the stack', () => {
  const text = `${'>'.repeat(6000)} a\n\n# ${'*a **b '.repeat(500)}`;
  expectCover(text, splitDocument(text, { format: 'markdown' }));
});
