import { describe, expect, test } from 'vitest';
import { readDocument, splitDocument, type ReadableDocument } from '@memory/sections';
import { headingsByType } from '../../../packages/sections/src/pdf/headings-by-type.ts';
import { makeDocx } from '../../support/make-docx.ts';
import { makePdf } from '../../support/seeds/make-pdf.ts';
import { verifies } from '../../support/verifies.ts';

/** Text long enough to be a section of its own. */
const prose = (words: string): string => `${words} `.repeat(Math.ceil(220 / words.length)).trim();

async function sectionsOf(input: ReadableDocument) {
  const { text, textFormat, title } = await readDocument(input);
  const sections = splitDocument(text, { format: textFormat, ...(title !== undefined && { title }) });
  return { title, text, sections, titles: sections.map((section) => section.title) };
}

verifies('documents.titles.clean', async () => {
  const { title, titles } = await sectionsOf({
    text: `## Component v-model {#component-v-model}\n\n${prose('Two-way binding.')}\n\n### Basic Usage {#basic .wide}\n\n${prose('Use it so.')}\n\n### Kramdown {: #kram }\n\n${prose('Also.')}\n\n### Sphinx ¶\n\n${prose('Too.')}`,
    filename: 'guide.md',
  });
  expect(title).toBe('Component v-model');
  expect(titles).toEqual([
    'Component v-model',
    'Component v-model › Basic Usage',
    'Component v-model › Kramdown',
    'Component v-model › Sphinx',
  ]);
});

test('the first heading of any depth names a document, a top one before it', async () => {
  const chapter = await readDocument({ text: 'Preface.\n\n### Deep\n\n## Higher\n', filename: 'ch17.md' });
  expect(chapter.title).toBe('Deep');
  expect((await readDocument({ text: '## Sub\n\n# Top\n', filename: 'a.md' })).title).toBe('Top');
});

test('a heading behind a paragraph names no document that has others beside it, and no version names a list of them', async () => {
  const parts = `${prose('It tells of all.')}\n\n== Reading\n\n${prose('Reads.')}\n\n== Writing\n\n${prose('Writes.')}\n`;
  const endpoint = await sectionsOf({ text: `:toc:\n\n${parts}`, filename: 'endpoint.adoc' });
  expect(endpoint.titles).toEqual(['endpoint.adoc', 'endpoint.adoc › Reading', 'endpoint.adoc › Writing']);
  const parted = await sectionsOf({
    text: `image::a.png[]\n\n== Reading\n\n${prose('Reads.')}\n\n== Writing\n\n${prose('Writes.')}\n`,
    filename: 'parts.adoc',
  });
  expect(parted.titles).toEqual(['parts.adoc › Reading', 'parts.adoc › Writing']);
  const quoted = ['1.1', '1.2', '1.3'].map((one) => `since ${one} ::\n\n  ${prose('Quoted.')}\n\n`).join('');
  expect((await sectionsOf({ text: `Report\n======\n\n${quoted}`, filename: 'a.txt' })).titles).toEqual([
    'Report',
  ]);
  const news = `zoo (2:4.6-5) unstable; urgency=medium\n\n  ${prose('Grew.')}\n\nzoo (3.0.26a-2) stable; urgency=low\n\n  ${prose('Shrank.')}\n\nzoo (2.1-1) stable; urgency=low\n\n  Began.\n`;
  expect((await readDocument({ text: news, filename: 'NEWS.txt' })).title).toBe('NEWS.txt');
  const fixes = `$Id$\n\nGeneral fixes\n-------------\n\n${prose('Fixed.')}\n\nNew\n---\n\n${prose('Made.')}\n`;
  expect((await readDocument({ text: fixes, filename: 'fixes.txt' })).title).toBe('fixes.txt');
  const badge = `[![Build](https://a.example/${'b'.repeat(120)}.svg)](https://a.example)`;
  const readme = await readDocument({ text: `${badge}\n\n# Zoo\n\n# Use\n`, filename: 'README.md' });
  expect(readme.title).toBe('Zoo');
  const setup = `${prose('About.')}\n\n## Setup\n\n### Ask\n`;
  expect((await readDocument({ text: setup, filename: 'task.md' })).title).toBe('task.md');
  // Alone it does.
  expect((await readDocument({ text: `${prose('About.')}\n\n# Zoo\n`, filename: 'a.md' })).title).toBe('Zoo');
});

test('a page is called after its heading where its title repeats it, and permalinks are no text', async () => {
  const link = '<a class="headerlink" href="#json" title="Permalink to this heading">¶</a>';
  const { title, text, titles } = await sectionsOf({
    text: `<html><head><title>json — JSON encoder — Python 3.11</title></head><body><main><a id="top"></a>
      <h1><code>json</code> — JSON encoder${link}</h1><p>${prose('Encodes.')}</p><h2>Basic Usage${link}</h2><p>${prose('Dump it.')}</p></main></body></html>`,
    filename: 'json.html',
  });
  expect(title).toBe('json — JSON encoder');
  expect(text).not.toMatch(/¶|Permalink|\[\]/u);
  expect(titles).toEqual(['json — JSON encoder', 'json — JSON encoder › Basic Usage']);
});

test.for([
  ['Keeping | Zoo', 'Keeping <a href="#keeping">&ZeroWidthSpace;</a>', 'Keeping'],
  ['Quokka - Marsupials', 'Class Quokka', 'Class Quokka'],
  ['Quokka in zoo::animals - Marsupials', 'Struct Quokka', 'Quokka in zoo::animals'],
  ['E17 — Index of faults', 'Fault E17', 'Fault E17'],
  ['Feeding - by weight', 'What quokkas eat', 'Feeding - by weight'],
  // The name of the site is in the heading, too.
  ['News of today - Quokka', 'All of Quokka', 'News of today - Quokka'],
  ['C - Languages', 'Introduction', 'C - Languages'],
])('a page called %s under the heading %s is %s', async ([called, heading, expected]) => {
  const text = `<html><head><title>${called}</title></head><body><h1>${heading}</h1><p>${prose('Eats.')}</p></body></html>`;
  expect((await sectionsOf({ text, filename: 'page.html' })).title).toBe(expected);
});

test('a long heading with many links is read like a short one, and what stands on a line of its own is apart', async () => {
  const link = (name: string) =>
    `<a href="../../zoo/animals/struct.${name}.html" title="struct zoo::animals::${name}">${name}</a>`;
  const names = Array.from({ length: 30 }, (_, number) => link(`Quokka${number}`)).join(', ');
  const { titles } = await sectionsOf({
    text: `<html><body><h1>Zoo</h1><p>${prose('Opens.')}</p><h2>fn feed(${names})<div>where All: Hungry</div></h2><p>${prose('Eats.')}</p><h2>fn rest() -&gt; T<div>where T: Tired</div></h2><p>${prose('Sleeps.')}</p></body></html>`,
    filename: 'zoo.html',
  });
  expect(titles[1]).toMatch(/^Zoo › fn feed\(Quokka0, Quokka1, Quokka2, [^[\]<]*$/u);
  expect(titles[2]).toBe('Zoo › fn rest() -> T where T: Tired');
});

test('a heading is without drawn signs, spaces without a width and links back to the top', async () => {
  const icon = '<svg viewBox="0 0 9 9"><use href="icons.svg#anchor"></use></svg>';
  const { text, titles } = await sectionsOf({
    text: `<html><body><a class="menu" href="all.html">${icon}</a><h1>Zoo<a href="#zoo" aria-label="Permalink">${icon}</a></h1><p>${prose('Opens.')}</p>
      <h2>Feeding <a class="header-anchor" href="#feeding">\u200B</a></h2><p>${prose('Eats.')}</p><h2>Nights<span><a href="#nights">¶</a> <a href="#top">↑</a></span></h2>
      <p>${prose('Sleeps.')} <a href="map.html"><img src="map.png" alt="Map"></a> <a href="#keys">keys</a></p></body></html>`,
    filename: 'zoo.html',
  });
  expect(titles).toEqual(['Zoo', 'Zoo › Feeding', 'Zoo › Nights']);
  expect(text).not.toMatch(/\u200B|↑|(?<!!)\[\]\(/u);
  expect(text).toContain('[![Map](map.png)](map.html) [keys](#keys)');
  // Written in Markdown, too.
  expect((await sectionsOf({ text: '# Keeping \u200B\n\nAll.\n', filename: 'a.md' })).title).toBe('Keeping');
});

test('code in a table stands by itself, without the numbers of its lines, and so do headings', async () => {
  const listing = (code: string) =>
    `<table><tr><td class="lines"><pre>1\n2</pre></td><td><pre>${code}</pre></td></tr></table>`;
  const { text, titles } = await sectionsOf({
    text: `<table><tr><td><h1>Zoo</h1></td><td>Up</td></tr></table><p>${prose('Opening.')}</p><h2>feed ()</h2>${listing('void feed (int leaves);')}<p>${prose('Feeds.')}</p><h2>rest ()</h2>${listing('void rest ();')}<p>${prose('Rests.')}</p><table><tr><th>a</th></tr><tr><td>b</td></tr></table>`,
    filename: 'zoo.html',
  });
  expect(titles).toEqual(['Zoo', 'Zoo › feed ()', 'Zoo › rest ()']);
  expect(text).toContain('```\nvoid feed (int leaves);\n```');
  expect(text).not.toMatch(/1\n2/);
  expect(text).toContain('| a |');
});

test('a text has headings that stand alone before what is set further in, and those of asterisks', async () => {
  const lone = ['Ada', 'C++', 'MIPS'].map((name) => `${name}\n\n    * ${prose('Is faster.')}\n\n`);
  const { titles } = await sectionsOf({
    text: `Zoo 12\n\n${prose('News.')}\n\n${lone.join('')}`,
    filename: 'n.txt',
  });
  expect(titles).toEqual(['Zoo 12', 'Zoo 12 › Ada', 'Zoo 12 › C++', 'Zoo 12 › MIPS']);
  // Paragraphs of one line are none.
  const told = ['One', 'Two', 'Three'].map((name) => `${name}\n\n${prose('Is told at the edge.')}\n\n`);
  expect(
    (await sectionsOf({ text: `${prose('It is so.')}\n\n${told.join('')}`, filename: 'n.txt' })).titles,
  ).toEqual(['n.txt']);
  const starred = [
    '*** Changes in 4.2:',
    '* Commands',
    '* Targets',
    '*** Changes in 4.1:',
    '*** Changes in 4.0:',
  ];
  const outline = starred.map(
    (line) => `${line}\n\n* an item that\n  takes two lines\n${prose('Text.')}\n\n`,
  );
  expect(
    (await sectionsOf({ text: `What is new\n\n${outline.join('')}`, filename: 'n.txt' })).titles,
  ).toEqual([
    'What is new › Changes in 4.2',
    'What is new › Changes in 4.2 › Commands',
    'What is new › Changes in 4.2 › Targets',
    'What is new › Changes in 4.1',
    'What is new › Changes in 4.0',
  ]);
});

test('a notebook for Sphinx has the headings of its raw cells', async () => {
  const raw = (source: string) => ({ cell_type: 'raw', metadata: {}, source });
  const cells = [
    raw(`.. _zoo:\n\nThe zoo\n=======\n\n${prose('Opening.')}\n\nFeeding\n-------\n\n${prose('At noon.')}`),
    { cell_type: 'code', metadata: {}, source: 'feed()', outputs: [] },
    raw(`Leaves\n~~~~~~\n\n${prose('Green.')}\n\nResting\n-------\n\n${prose('At night.')}`),
  ];
  const { titles } = await sectionsOf({
    text: JSON.stringify({ cells, metadata: {} }),
    filename: 'zoo.ipynb',
  });
  expect(titles).toEqual(['The zoo', 'The zoo › Feeding', 'The zoo › Feeding › Leaves', 'The zoo › Resting']);
});

verifies('documents.structure.text', async () => {
  const { title, titles } = await sectionsOf({
    text: `4. Source packages\n==================\n\n${prose('About them.')}\n\n4.12. Generated files\n\n${prose('They are made.')}\n\n1. Buy milk and eggs, which spoil.\n\n2. cook them\n\nAppendix B. Notes\n\n${prose('See there.')}\n\n   1.  Introduction . . . . . . 3\n\nName   Value\n----   -----\na      1\n`,
    filename: 'policy.txt',
  });
  expect(title).toBe('4. Source packages');
  expect(titles).toEqual(
    ['4. Source packages', '4. Source packages › 4.12. Generated files', 'Appendix B. Notes'].map((step) =>
      step.startsWith('Appendix') ? `4. Source packages › ${step}` : step,
    ),
  );
});

test('headings of a text in capitals, and numbers where others are underlined', async () => {
  const rule = '='.repeat(40);
  const help = `*zoo.txt*\n\n${prose('Opening.')}\n\n${rule}\n1. Meals\t\t*meals*\n\n${prose('Noon.')}\n\nLEAVES *leaves*\n\n${prose('Green.')}\n\nBERRIES\n\n${prose('Red.')}\n\nSEEDS\n\n${prose('Brown.')}\n`;
  expect((await sectionsOf({ text: help, filename: 'zoo.txt' })).titles).toEqual([
    'zoo.txt',
    'zoo.txt › 1. Meals',
    'zoo.txt › 1. Meals › LEAVES',
    'zoo.txt › 1. Meals › BERRIES',
    'zoo.txt › 1. Meals › SEEDS',
  ]);
  const chapter = (name: string) => `${name}\n${'='.repeat(name.length)}\n\n${prose(name)}\n\n`;
  const guide = `${chapter('Zoo')}${chapter('Meals')}${chapter('Nights')}1. Feed the quokkas\n\n${prose('Noon.')}\n`;
  expect((await sectionsOf({ text: guide, filename: 'zoo.txt' })).titles).toHaveLength(3);
});

test('parts of chapters that stand further in, chapters counted in Roman, and settings that are no headings', async () => {
  const rfc = `1. Introduction\n\n${prose('Opening.')}\n\n   1.1. Purpose\n\n${prose('Why.')}\n\n      1.1.2. Scope\n\n${prose('What.')}\n\n   2. Feed the quokkas\n\n${prose('Noon.')}\n`;
  expect((await sectionsOf({ text: rfc, filename: 'rfc.txt' })).titles).toEqual([
    'rfc.txt › 1. Introduction',
    'rfc.txt › 1. Introduction › 1.1. Purpose',
    'rfc.txt › 1. Introduction › 1.1. Purpose › 1.1.2. Scope',
  ]);
  const chapter = (name: string) => `${name}\n\n${prose('Text.')}\n\n`;
  const manual = `${chapter('I. Introduction')}${chapter('II. Structures')}FLAGS=-DQUOKKA_FAST\n\n${chapter('ZOO_FLAG_*')}MEALS=NONE\n\n${chapter('III. Reading')}`;
  expect(
    (await sectionsOf({ text: manual, filename: 'manual.txt' })).titles.map((one) => one.split(' › ')[1]),
  ).toEqual(['I. Introduction', 'II. Structures', 'III. Reading']);
});

test('a text is called after the title in its header', async () => {
  const header = 'Number: 606\nTitle: Keeping Quokkas\nAuthor: A. Keeper\n  and another\n\n';
  const { title, titles } = await sectionsOf({
    text: `${header}Abstract\n========\n\n${prose('In short.')}\n\nMotivation\n==========\n\n${prose('Why.')}\n`,
    filename: 'keeping.rst',
  });
  expect(title).toBe('Keeping Quokkas');
  expect(titles.at(-1)).toBe('Keeping Quokkas › Motivation');
});

verifies('documents.structure.rst', async () => {
  const source = `============\nThe :mod:\`zoo\`\n============\n\n.. _intro:\n\n${prose('Opening.')}\n\nFeeding \`\`now\`\`\n===============\n\n${prose('Noon.')}\n\n.. code-block:: python\n\n   def feed():\n\n       "Heading"\n       ---------\n\n       return 1\n\nNight\n-----\n\n${prose('Dark.')}\n`;
  const { title, titles, sections } = await sectionsOf({ text: source, filename: 'zoo.rst' });
  expect(title).toBe('The zoo');
  expect(titles).toEqual(['The zoo', 'The zoo › Feeding now', 'The zoo › Feeding now › Night']);
  expect(sections[1]?.narrative).toContain('return 1');
});

verifies('documents.structure.asciidoc', async () => {
  const source = `= Zoo guide\n:toc:\n\n${prose('Opening.')}\n\n[[feeding]]\n== Feeding\n\n${prose('Noon.')}\n\n[source,sh]\n----\n\n== not a heading\n\n----\n\n=== [[night]]At \`night\`\n${prose('Dark.')}\n`;
  const { titles, sections } = await sectionsOf({ text: source, filename: 'zoo.adoc' });
  expect(titles).toEqual(['Zoo guide', 'Zoo guide › Feeding', 'Zoo guide › Feeding › At night']);
  expect(sections[1]?.narrative).toContain('== not a heading');
  // Signatures have one of its endings.
  await expect(
    readDocument({ text: '-----BEGIN PGP SIGNATURE-----\n', filename: 'zoo.asc' }),
  ).rejects.toMatchObject({ code: 'empty_document' });
});

verifies('documents.structure.notebook', async () => {
  const notebook = {
    cells: [
      { cell_type: 'markdown', source: ['# Quokka counts\n', '\n', prose('We count.')] },
      { cell_type: 'markdown', source: `## Load\n\n${prose('From a file.')}` },
      {
        cell_type: 'code',
        source: ['rows = load()\n', 'len(rows)'],
        outputs: [{ output_type: 'execute_result', data: { 'text/plain': ['42'], 'image/png': 'AAAA' } }],
      },
    ],
    metadata: { language_info: { name: 'python' } },
    nbformat: 4,
  };
  const { title, titles, sections } = await sectionsOf({
    text: JSON.stringify(notebook),
    filename: 'counts.ipynb',
  });
  expect(title).toBe('Quokka counts');
  expect(titles).toEqual(['Quokka counts', 'Quokka counts › Load']);
  expect(sections[1]?.narrative).toContain('```python\nrows = load()\nlen(rows)\n```\n\n```\n42\n```');
});

verifies('documents.structure.openapi', async () => {
  const yaml = `openapi: 3.1.0
info: { title: Zoo, version: "2", description: Keeps quokkas. }
paths:
  /animals/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string }, description: Its number. }
    get:
      summary: One animal
      operationId: getAnimal
      description: ${prose('Answers an animal with its meals.')}
      responses:
        '200': { description: Found, content: { application/json: { schema: { $ref: '#/components/schemas/Animal' } } } }
components:
  schemas:
    Animal:
      description: ${prose('What lives here.')}
      required: [name]
      properties:
        name: { type: string, description: What it is called. }
        kind: { type: string, enum: [quokka, wombat] }
`;
  const { title, titles, sections } = await sectionsOf({ text: yaml, filename: 'openapi.yaml' });
  expect(title).toBe('Zoo');
  expect(titles).toEqual(['Zoo › GET /animals/{id}: One animal', 'Zoo › Schema Animal']);
  expect(sections[0]?.narrative).toContain('- `id` (path, string, required): Its number.');
  expect(sections[0]?.narrative).toContain('- `200` (Animal): Found');
  expect(sections[1]?.narrative).toContain('- `kind` (string): One of quokka, wombat.');
  // Descriptions of parts inside of parts, of servers, tags and callbacks are told where they stand.
  const deep = `openapi: 3.0.0
info: { title: Zoo, license: { name: Marsupial License } }
servers: [{ url: '/{zone}', description: The park., variables: { zone: { default: a, description: Which fence. } } }]
tags: [{ name: animals, description: All of them. }]
paths:
  /animals:
    post:
      description: ${prose('Takes an animal in.')}
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                home: { type: object, properties: { tree: { type: string, description: Where it sleeps. } } }
                meals: { type: array, items: { type: object, properties: { leaf: { description: What it eats. } } } }
      responses: { '201': { description: Taken in., headers: { Location: { description: Its address. } } } }
      callbacks: { moved: { '{$request.body#/url}': { post: { description: It lives elsewhere now. } } } }
components:
  schemas:
    Twin: &twin { allOf: [{ description: Looks like another. }], properties: { other: *twin } }
`;
  const told = (await sectionsOf({ text: deep, filename: 'openapi.yaml' })).text;
  expect(told).toContain('- `tree` (string): Where it sleeps.');
  for (const words of [
    'Marsupial License',
    'Which fence.',
    'All of them.',
    'What it eats.',
    'Its address.',
    'It lives elsewhere now.',
    'Looks like another.',
  ])
    expect(told).toContain(words);
  // A broken description is refused instead of becoming a document of its name alone.
  for (const [broken, message] of [
    ['openapi: 3.0.0\ninfo: { title: Zoo }\npaths:\n/animals:\n  get: {}\n', 'none of paths'],
    ['openapi: 3.0.0\npaths:\n  /animals:\n  get: { summary: All }\n', 'below /animals in paths'],
    ['openapi: 3.0.0\npaths: [/animals]\n', 'below paths'],
    ['openapi: 3.0.0\ninfo: { title: Zoo\npaths: {}\n', '(line 3)'],
    ['{"openapi": "3.0.0", "paths": {', 'neither valid JSON'],
  ] as const)
    await expect(readDocument({ text: broken, filename: 'api.yaml' }), broken).rejects.toMatchObject({
      code: 'corrupt_document',
      message: expect.stringContaining(message) as string,
    });
  // Other data with the same ending is text.
  expect((await readDocument({ text: '{"a": 1}', filename: 'data.json' })).format).toBe('text');
});

describe('a PDF', () => {
  test('keeps no dots that lead to page numbers', async () => {
    const lines = [
      '1. Scope . . . . . . . . . . . . 3',
      '2. Terms........................17',
      'And so on ... it goes.',
    ];
    const page = lines.map((text, at) => ({ text, size: 10, y: 700 - 14 * at }));
    const { text } = await readDocument({ bytes: makePdf([page]), filename: 'a.pdf' });
    expect(text.split('\n')).toEqual(['1. Scope … 3', '2. Terms … 17', 'And so on ... it goes.']);
  });

  const body = (y: number, text = 'The quokka eats leaves at noon and sleeps in the shade.') => ({
    text,
    size: 10,
    y,
  });
  const page = (number: number, ...lines: { text: string; size: number; y: number }[]) => [
    { text: 'Zoo handbook', size: 8, y: 800 },
    ...lines,
    { text: `Page ${number}`, size: 8, y: 30 },
  ];

  test('has headings in bold type of the size of its text, as deep as their numbers say', async () => {
    const bold = (text: string, y: number) => ({ text, size: 10, y, isBold: true });
    const lines = [740, 728, 716, 704, 692, 680].map((y) => body(y));
    const pages = [
      page(
        1,
        { text: 'Keeping quokkas', size: 20, y: 790 },
        { text: 'A. Keeper', size: 14, y: 770 },
        ...lines,
      ),
      page(
        2,
        bold('Contents', 765),
        bold('1 Feeding 3', 740),
        bold('1.1 Leaves 3', 720),
        bold('2 Sleeping 4', 700),
      ),
      page(
        3,
        bold('1 Feeding', 765),
        ...lines,
        bold('1.1 Leaves', 640),
        ...lines.map((line) => ({ ...line, y: line.y - 120 })),
      ),
      page(4, bold('2 Sleeping', 765), ...lines),
      page(5, bold('2 Sleeping 5', 765), ...lines, bold('Bold words end the line.', 640), body(628)),
    ];
    const { title, sections } = await sectionsOf({ bytes: makePdf(pages), filename: 'zoo.pdf' });
    expect(title).toBe('Keeping quokkas');
    const paths = sections.map(({ headingPath }) => headingPath.join('/'));
    expect([...new Set(paths)]).toEqual([
      'Keeping quokkas',
      'Keeping quokkas/1 Feeding',
      'Keeping quokkas/1 Feeding/1.1 Leaves',
      'Keeping quokkas/2 Sleeping',
    ]);
  });

  verifies('documents.structure.pdf', async () => {
    const lines = [760, 748, 736, 724, 712, 700, 688, 676].map((y) => body(y));
    const pages = [
      page(1, { text: '1 Feeding', size: 10, y: 780 }, ...lines, body(600, '# a comment of a script')),
      page(2, { text: '1.1 Leaves', size: 10, y: 780 }, ...lines),
      page(3, { text: '2 Sleeping', size: 10, y: 780 }, ...lines),
    ];
    const outline = [
      { title: 'Feeding', page: 0, y: 790, children: [{ title: 'Leaves', page: 1, y: 790 }] },
      { title: 'Sleeping', page: 2, y: 790 },
    ];
    const { text, sections } = await sectionsOf({ bytes: makePdf(pages, outline), filename: 'zoo.pdf' });
    expect(sections.map(({ headingPath }) => headingPath)).toEqual([
      ['1 Feeding'],
      ['1 Feeding', '1.1 Leaves'],
      ['2 Sleeping'],
    ]);
    expect(text).not.toMatch(/Zoo handbook|Page \d/u);
    expect(text).toContain(String.raw`\# a comment`);
  });

  test('has words whole that its lines cut', async () => {
    const lines = ['Quokkas live in the under-', 'growth of a well-', 'known island, in well-known dens.'];
    const cut = [lines.map((text, at) => body(700 - 12 * at, text))];
    const { text } = await sectionsOf({ bytes: makePdf(cut), filename: 'zoo.pdf' });
    expect(text).toBe('Quokkas live in the undergrowth\nof a well-known\nisland, in well-known dens.');
  });

  test('has its headings where they stand, blank pages or not, and its printed title', async () => {
    const lines = [740, 728, 716, 704, 692, 680].map((y) => body(y));
    const pages = [
      [{ text: 'The zoo', size: 24, y: 600 }],
      [],
      [{ text: 'Feeding <fast>', size: 10, y: 780 }, ...lines],
    ];
    const outline = [{ title: 'Feeding <fast>', page: 2, y: 790 }];
    const { title, titles } = await sectionsOf({ bytes: makePdf(pages, outline), filename: 'zoo.pdf' });
    expect(title).toBe('The zoo');
    expect(titles).toEqual(['The zoo › Feeding <fast>']);
  });

  test('keeps the rows of a table that goes on at the same height of each page', async () => {
    const row = (name: string, numbers: string, y: number) => ({ text: `${name} ${numbers}`, size: 10, y });
    const pages = [1, 2, 3, 4].map((number) => [
      { text: `The zoo, page ${number} of 4`, size: 10, y: 800 },
      row('Fed', `${number}, 2, 3`, 780),
      ...[740, 728, 716].map((y) => body(y)),
      row('Weight', `${number}.25`, 60),
      { text: `${number}`, size: 10, y: 30 },
    ]);
    const { text } = await sectionsOf({ bytes: makePdf(pages), filename: 'zoo.pdf' });
    for (const number of [1, 2, 3, 4]) {
      expect(text).toContain(`Fed ${number}, 2, 3`);
      expect(text).toContain(`Weight ${number}.25`);
    }
    expect(text).not.toContain('page 2 of 4');
  });

  test('parts the cells of a row that is drawn from its end', async () => {
    const cells = [
      { text: '49.88', size: 10, y: 700, x: 400 },
      { text: '24.28', size: 10, y: 700, x: 300 },
      { text: 'Deductions', size: 10, y: 700, x: 100 },
    ];
    const { text } = await sectionsOf({ bytes: makePdf([cells]), filename: 'zoo.pdf' });
    expect(text.trim()).toBe('49.88 24.28 Deductions');
  });

  test('has what was filled into a form', async () => {
    const objects = [
      '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Annots[4 0 R]>>',
      '<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(Quokka)/Rect[72 700 200 720]/P 3 0 R>>',
    ].map((body, at) => `${at + 1} 0 obj ${body} endobj\n`);
    const form = Buffer.from(`%PDF-1.4\n${objects.join('')}trailer <</Root 1 0 R>>\n%%EOF`);
    const { text } = await sectionsOf({ bytes: form, filename: 'form.pdf' });
    expect(text.trim()).toBe('Quokka');
  });

  test('has no heading in the row of cells that heads a table', async () => {
    const lines = [740, 728, 716, 704, 692, 680].map((y) => body(y));
    // One line of two texts far apart: what it draws stands at one height.
    const cells = [
      { text: 'Notices', size: 14, y: 660 },
      { text: 'Employees', size: 14, y: 660, x: 300 },
    ];
    const pages = [[{ text: 'The zoo', size: 20, y: 780 }, ...lines, ...cells, body(640), body(628)]];
    const { sections } = await sectionsOf({ bytes: makePdf(pages), filename: 'zoo.pdf' });
    expect(sections.map(({ headingPath }) => headingPath.join('/'))).toEqual(['The zoo']);
  });

  test('without an outline has the headings that its type shows', async () => {
    const lines = [740, 728, 716, 704, 692, 680].map((y) => body(y));
    const pages = [
      page(1, { text: 'Keeping quokkas', size: 20, y: 780 }, ...lines),
      page(2, { text: 'Feeding', size: 14, y: 780 }, ...lines),
      page(3, ...lines),
    ];
    const { title, sections } = await sectionsOf({ bytes: makePdf(pages), filename: 'zoo.pdf' });
    expect(title).toBe('Keeping quokkas');
    expect(sections.map(({ headingPath }) => headingPath.join('/'))).toEqual([
      'Keeping quokkas',
      'Keeping quokkas/Feeding',
    ]);
  });
});

describe('a Word document', () => {
  const text = { text: prose('The quokka eats leaves at noon.') };

  test('has the headings that its styles place in the outline, whatever they are called', async () => {
    const styles = [
      { id: 'Kop', name: 'Kop van het huis', outlineLevel: 0 },
      { id: 'Sub', name: 'Onderkop', basedOn: 'Deel' },
      { id: 'Deel', name: 'Deel', outlineLevel: 1 },
    ];
    const paragraphs = [{ text: 'Feeding', style: 'Kop' }, text, { text: 'Leaves', style: 'Sub' }, text];
    const bytes = await makeDocx(paragraphs, styles);
    expect((await sectionsOf({ bytes, filename: 'zoo.docx' })).titles).toEqual([
      'Feeding',
      'Feeding › Leaves',
    ]);
  });

  test('has the headings that its table of contents leads to', async () => {
    const paragraphs = [
      { text: 'Feeding 1', style: 'TOC1', leadsTo: '_Toc1' },
      { text: 'Leaves 1', style: 'TOC2', leadsTo: '_Toc2' },
      { text: 'Feeding', bookmark: '_Toc1' },
      text,
      { text: 'Leaves', bookmark: '_Toc2' },
      text,
    ];
    const styles = [
      { id: 'TOC1', name: 'toc 1' },
      { id: 'TOC2', name: 'toc 2' },
    ];
    const bytes = await makeDocx(paragraphs, styles);
    const { sections } = await sectionsOf({ bytes, filename: 'zoo.docx' });
    expect(sections.at(-1)?.headingPath).toEqual(['Feeding', 'Leaves']);
  });

  test('without styles has its bold paragraphs for headings', async () => {
    const bold = (words: string) => ({ text: words, isBold: true });
    const paragraphs = [
      bold('HANDBOOK'),
      text,
      text,
      bold('1. Feeding'),
      text,
      text,
      bold('1.1 Leaves'),
      text,
      text,
    ];
    const bytes = await makeDocx([
      ...paragraphs,
      bold('Nothing is bold that ends as a sentence does.'),
      text,
    ]);
    const { title, titles } = await sectionsOf({ bytes, filename: 'zoo.docx' });
    expect(title).toBe('HANDBOOK');
    expect(titles.slice(0, 3)).toEqual([
      'HANDBOOK',
      'HANDBOOK › 1. Feeding',
      'HANDBOOK › 1. Feeding › 1.1 Leaves',
    ]);
    expect(titles).toHaveLength(3);
  });
});

test('a Word file has the headings that larger type shows where nothing else marks them', async () => {
  const text = { text: prose('It lives here.') };
  const larger = (words: string, size: number) => ({ text: words, size });
  const bytes = await makeDocx([
    larger('The zoo', 20),
    text,
    larger('Feeding', 15),
    text,
    larger('Larger, but a sentence.', 15),
    text,
    text,
    text,
  ]);
  expect((await sectionsOf({ bytes, filename: 'zoo.docx' })).titles).toEqual([
    'The zoo',
    'The zoo › Feeding',
  ]);
  // A form, whose labels are large.
  const form = await makeDocx(
    ['Name', 'Day', 'Place'].flatMap((label) => [larger(label, 15), { text: 'x' }]),
  );
  expect((await sectionsOf({ bytes: form, filename: 'form.docx' })).titles).toEqual(['form.docx']);
});

test('a formula of a PDF is no heading', () => {
  const line = (text: string, size: number, y: number) => ({
    text,
    size,
    y,
    font: 'Times',
    isOfOneFont: true,
    isTurned: false,
    isSpread: false,
  });
  const body = [740, 728, 716, 704].map((y) => line(prose('Text.'), 10, y));
  const lines = [
    line('The zoo', 20, 780),
    ...body,
    line('IsFed(w, B) \u2206', 14, 660),
    line('\u2203 S \u2208 food : S', 14, 640),
  ];
  expect([...headingsByType([lines]).keys()].map(({ text }) => text)).toEqual(['The zoo']);
});

test('a heading pages further in, one of many chapters or of many versions names no document', async () => {
  const title = async (text: string, filename: string) => (await readDocument({ text, filename })).title;
  expect(await title(`${prose('Opening.').repeat(12)}\n\n# Further in\n`, 'a.md')).toBe('a.md');
  expect(await title('**The zoo**\n\nOpening.\n\n# Setup\n\n# Feeding\n', 'a.md')).toBe('The zoo');
  const versions =
    '2.1 (2026-01-02)\n================\n\nMore.\n\n2.0 (2025-12-31)\n================\n\nNew.\n';
  expect(await title(versions, 'NEWS.rst')).toBe('NEWS.rst');
  expect(await title(`Keeping quokkas\n\n${prose('Opening.')}\n`, 'a.txt')).toBe('Keeping quokkas');
  expect(await title(`Keep quokkas.\n\n${prose('Opening.')}\n`, 'a.txt')).toBe('a.txt');
});

test('a list of changes has a section for each version', async () => {
  const version = (line: string) => `${line}\n\n  * ${prose('Something was mended.')}\n\n`;
  const { titles } = await sectionsOf({
    text: `${version('zoo (1.3-1) stable')}${version('zoo (1.2-1) stable')}${version('zoo (1.1-1) testing')}`,
    filename: 'changes.txt',
  });
  expect(titles).toEqual(
    ['zoo (1.3-1) stable', 'zoo (1.2-1) stable', 'zoo (1.1-1) testing'].map((one) => `changes.txt › ${one}`),
  );
});

test('of a page what no reader sees is left out, and its heading names it where its title is its file', async () => {
  const { title, text, titles } = await sectionsOf({
    text: `<!-- made by a machine --><html><head><title>pic-13.html</title></head><body><div style="display:none">dei:cover</div>
      <h1>Feeding<br>quokkas</h1><p>${prose('At noon.')}</p><h2><a href="#x">◆ </a>eat()</h2><p>${prose('Leaves.')}</p></body></html>`,
    filename: 'pic-13.html',
  });
  expect(title).toBe('Feeding quokkas');
  expect(text).not.toMatch(/machine|dei:cover/);
  expect(titles).toEqual(['Feeding quokkas', 'Feeding quokkas › eat()']);
});

verifies('documents.encodings', async () => {
  const text = '# Café\n\nÜber den Zaun.';
  const inputs: [string, Uint8Array][] = [
    ['latin1', Buffer.from(text, 'latin1')],
    ['utf16 with its mark', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['utf16 of the other order', Buffer.from(`\uFEFF${text} `, 'utf16le').swap16()],
    ['utf16 without its mark', Buffer.from(`${text} `, 'utf16le')],
  ];
  for (const [name, bytes] of inputs) {
    const read = await readDocument({ bytes, filename: 'a.md' });
    expect(read.text.trim(), name).toBe(text);
    expect(read.title, name).toBe('Café');
  }
  const page = Buffer.from('<meta charset="windows-1251"><h1>\xcf\xf0\xe8\xe2\xe5\xf2</h1>', 'latin1');
  expect((await readDocument({ bytes: page, filename: 'a.html' })).text).toContain('Привет');
  // By their letters alone; Node encodes none of them.
  const others: [string, string, string][] = [
    [
      'Shift_JIS',
      '83528341838982cd90b38cdf82c9896182f0904882d782dc82b7814296e982cd96b082e882dc82b78142',
      'コアラは正午に餌を食べます。夜は眠ります。',
    ],
    [
      'GB18030',
      'bfbcc0add4dad6d0cee7b3d4b6abcef7a3accdedc9cfcbafbef5a1a3d5e2cac7b6afceefd4b0b5c4b9e6b6a8a1a3',
      '考拉在中午吃东西，晚上睡觉。这是动物园的规定。',
    ],
    [
      'EUC-KR',
      'c4dabecbb6f3b4c220c1a4bfc0bfa120b8d4b0ed20b9e3bfa120c0e2b4cfb4d92e20b5bfb9b0bff8c0c720b1d4c4a2c0d4b4cfb4d92e',
      '코알라는 정오에 먹고 밤에 잡니다. 동물원의 규칙입니다.',
    ],
    [
      'windows-1251',
      'caeee0ebe020e5f1f220e220efeeebe4e5edfc2c20e020edeef7fcfe20eeede020f1efe8f220e220f1e2eeb8ec20e4eeece52e',
      'Коала ест в полдень, а ночью она спит в своём доме.',
    ],
    [
      'windows-1250',
      '4b6f616c61209c70692077206e6f63792c2061206a65207720706fb375646e69652c20676479209c77696563692073b36ff1636520692073b920676f9c6369652e',
      'Koala śpi w nocy, a je w południe, gdy świeci słońce i są goście.',
    ],
    [
      'ISO-8859-1',
      '446572204be473652066fc72206469652042e472656e206c6965677420fc626572204e6163687420696e20646572204bfc6368652c20776f2065722068696e676568f672742e',
      'Der Käse für die Bären liegt über Nacht in der Küche, wo er hingehört.',
    ],
  ];
  for (const [name, hex, text] of others) {
    const read = await readDocument({ bytes: Buffer.from(hex, 'hex'), filename: 'a.txt' });
    expect(read.text, name).toBe(text);
  }
});

test('a text that was set for a printer has no lines of its pages, and its paragraphs whole', async () => {
  const head = 'RFC 9999                    Feeding Protocol                 May 2026';
  const foot = (page: number) => `Keeper                      Informational                   [Page ${page}]`;
  const pages = [
    `A Protocol for Feeding\n\nAbstract\n\n   ${prose('It feeds.')}`,
    `1.  Framing\n\n   ${prose('A frame says how much follows.')}\n\n   The receiver counts what it has\n   taken, and waits until`,
    `   the sender falls silent.\n\n   ${prose('Then it answers.')}`,
    `2.  Closing\n\n   ${prose('Either side closes.')}`,
  ];
  const [first = '', ...others] = pages.map((page, index) => `${page}\n\n\n${foot(index + 1)}\n`);
  const { text, titles } = await sectionsOf({
    text: [first, ...others.map((page) => `\n${head}\n\n\n${page}`)].join('\f'),
    filename: 'rfc9999.txt',
  });
  expect(text).not.toMatch(/\[Page|RFC 9999|\f/);
  expect(text).toContain('and waits until\n   the sender falls silent.\n\n');
  expect(titles.map((title) => title.split(' › ').slice(1).join(' › '))).toEqual([
    '',
    '1. Framing',
    '2. Closing',
  ]);
  // Parts that a form feed parts, without lines that all of them repeat, stay as they are.
  const parts = `One.\n\fTwo.\n\fThree.\n\fFour.\n`;
  expect((await readDocument({ text: parts, filename: 'parts.txt' })).text).toBe(parts);
});

test('signs beside headings and icons are no text of a page', async () => {
  const { title, text } = await sectionsOf({
    text: `<html><head><title>Feeding | Zoo</title></head><body><main>
      <h1>Feeding <a class="header-anchor" href="#feeding">&ZeroWidthSpace;</a></h1>
      <p><a href="all.html"><span class="icon"></span></a><a href="map.html"><img src="map.png" alt="Map"></a></p>
      <h2>Times<a href="#times" class="tsd-anchor-icon"><svg><use href="#icon-anchor"></use></svg></a></h2>
      <h2>Places <span><a href="#places">&para;</a> <a href="#top">&uarr;</a></span></h2>
      </main></body></html>`,
    filename: 'feeding.html',
  });
  expect(title).toBe('Feeding');
  expect(text.trim().split(/\n+/)).toEqual([
    '# Feeding',
    '[![Map](map.png)](map.html)',
    '## Times',
    '## Places',
  ]);
});

test('a part that begins amid its text is called by the words it begins with, without marks', async () => {
  const list = ['At first', '**Whoever feeds**: brings *fresh* hay', '[[feeding.water]](#r-water) Water'].map(
    (words) => ({
      words,
      text: `${words} ${'and more of it comes every day. '.repeat(100)}`,
    }),
  );
  const { titles } = await sectionsOf({
    text: `# Rules\n\n${prose('They hold.')}\n\n${list.map(({ text }) => text).join('\n\n')}\n`,
    filename: 'rules.md',
  });
  expect(titles.join('\n')).toContain('› Whoever feeds: brings fresh hay and more');
  expect(titles.join('\n')).toContain('› feeding.water Water and more');
  expect(titles.join('\n')).not.toMatch(/[*[\]]/);
});
