import { readFile } from 'node:fs/promises';

import { describe, expect, test } from 'vitest';

import { readDocument, splitDocument } from '@memory/sections';
import type { DocumentErrorCode, ReadableDocument } from '@memory/sections';

import { verifies } from '../../support/verifies.ts';

const fixture = (name: string): Promise<Buffer> =>
  readFile(new URL(`../../fixtures/documents/${name}`, import.meta.url));

describe('Markdown and plain text', () => {
  test('are taken verbatim, with what front matter says', async () => {
    const text = '---\ntitle: Retry policy\ntags: [ops, " queue ", ops, 7, ""]\n---\n# Another\r\n\n\tcode';
    await expect(readDocument({ text, filename: 'docs/retry.md' })).resolves.toEqual({
      title: 'Retry policy',
      format: 'markdown',
      textFormat: 'markdown',
      text,
      tags: ['ops', 'queue', '7'],
    });
  });

  test.for<[string, ReadableDocument, object]>([
    [
      'the first top heading is the title',
      { text: '## Sub\n\n# The `x` *option*' },
      { title: 'The x option' },
    ],
    ['else the name', { text: 'plain', filename: 'a/b\\notes.md' }, { title: 'notes.md' }],
    ['else there is none', { text: 'plain' }, { title: undefined }],
    ['tags may be one string', { text: '---\ntags: a, b ,\n---\nx' }, { tags: ['a', 'b'] }],
    [
      'broken front matter is no front matter',
      { text: '---\ntitle: [\n---\nx' },
      { title: undefined, tags: [] },
    ],
    ['a list is no front matter', { text: '---\n- title\n---\nx' }, { title: undefined }],
    ['a mark at the front is left out', { text: '\uFEFF# A' }, { text: '# A', title: 'A' }],
    ['in bytes too', { bytes: Buffer.from('\uFEFF# A') }, { text: '# A', title: 'A' }],
    [
      'the name tells the format before the type',
      { text: '# A', filename: 'a.md', contentType: 'text/plain' },
      { format: 'markdown' },
    ],
    [
      'the type tells it without a name',
      { text: '# A', contentType: 'text/plain; charset=utf-8' },
      { format: 'text', title: undefined },
    ],
    [
      'another extension is plain text',
      { text: '# A', filename: 'a.log' },
      { format: 'text', title: 'a.log' },
    ],
  ])('%s', async ([, input, expected]) => {
    await expect(readDocument(input)).resolves.toMatchObject(expected);
  });
});

test('HTML becomes the Markdown of its main part', async () => {
  const text = `<!doctype html><html><head><title> Set
    up </title><style>p{}</style></head><body><nav>Home</nav><main><h1>Setup</h1><p>Run <code>make</code>.</p>
    <pre><code class="language-sh">make all\n</code></pre><table><thead><tr><th>a</th></tr></thead><tr><td>1</td></tr></table>
    <img alt="A picture" src="data:image/png;base64,AAAA"><script>alert(1)</script></main><footer>end</footer></body></html>`;
  await expect(readDocument({ text })).resolves.toEqual({
    title: 'Set up',
    format: 'html',
    textFormat: 'markdown',
    text: '# Setup\n\nRun `make`.\n\n```sh\nmake all\n```\n\n| a |\n| - |\n| 1 |\n\nA picture\n',
    tags: [],
  });
});

test('text called HTML is read as what it is, and a page of tags by its tags', async () => {
  const text = '# One\n\nFirst words.\n\n## Two\n\nMore words.\n';
  for (const filename of ['a.html', 'a.htm'])
    await expect(readDocument({ bytes: Buffer.from(text), filename })).resolves.toMatchObject({
      title: 'One',
      format: 'markdown',
      text,
    });
  await expect(
    readDocument({ bytes: Buffer.from('# One <b>bold</b> word'), filename: 'a.html' }),
  ).resolves.toMatchObject({ format: 'html', text: '\\# One **bold** word\n' });
});

test.for([
  ['says so itself', '<div class="related" role="navigation"><a href="n.html">After</a></div>'],
  [
    'comes from DocBook',
    '<div class="navheader"><table><tr><td><a href="n.html">After</a></td></tr></table></div>',
  ],
  ['comes from Texinfo 7', '<div class="nav-panel"><p>Next: <a href="n.html" rel="next">After</a></p></div>'],
  ['comes from Texinfo 6', '<div class="header"><p>Next: <a href="n.html" rel="next">After</a></p></div>'],
])('navigation of a page is left out where it %s', async ([, navigation]) => {
  const text = `<html><body>${navigation}<div class="header"><h1>Setup</h1><p>By <a href="x">Ana</a></p></div></body></html>`;
  await expect(readDocument({ text })).resolves.toMatchObject({ text: '# Setup\n\nBy [Ana](x)\n' });
});

test('a page is called after its second heading where the title begins with it and a site has the first', async () => {
  const page = (title: string) =>
    `<html><head><title>${title}</title></head><body><div role="navigation"><h1>Zoo API</h1></div><h2>Process</h2><p>Runs.</p></body></html>`;
  await expect(readDocument({ text: page('Process | Zoo v2 API') })).resolves.toMatchObject({
    title: 'Process',
  });
  await expect(readDocument({ text: page('Processes in the Zoo') })).resolves.toMatchObject({
    title: 'Processes in the Zoo',
  });
});

test('what is folded under a heading keeps it, and names that may be broken stay whole', async () => {
  const method = (name: string) =>
    `<details open><summary><section><span>1.0 · <a href="s">Source</a></span><h4>pub fn <a href="#m">${name}</a>(&self)</h4></section></summary><p>Says whether.</p></details>`;
  const text = `<html><body><h1>Enum Option <button>Copy item path</button></h1>${method('is_<wbr>some')}${method('is_none')}<details><summary>More</summary><p>Folded.</p></details></body></html>`;
  const { text: read } = await readDocument({ text });
  expect(read).toContain('# Enum Option\n');
  expect(read).toContain('#### pub fn [is_some](#m)(\\&self)\n\nSays whether.');
  expect(read).toContain('#### pub fn [is_none](#m)(\\&self)\n');
  expect(read).toContain('More');
});

test('a PDF becomes the text of its pages, and its bytes stay the caller’s', async () => {
  const bytes = await fixture('two-pages.pdf');
  await expect(readDocument({ bytes })).resolves.toEqual({
    title: 'Queue handbook',
    format: 'pdf',
    textFormat: 'text',
    text: 'Retries are capped at five attempts.\nThe backoff doubles each time.\n\nDead letters raise an alarm.',
    tags: [],
  });
  expect(bytes.toString('latin1', 0, 5)).toBe('%PDF-');
});

// LibreOffice draws by runs with holes for signs, Chromium by words and glyphs from the left, cairo by glyphs from the right.
test.for<[string, string[]]>([
  [
    'hebrew-libreoffice.pdf',
    [
      'מגבלת הקצב של ממשק התכנות (API) היא 100 בקשות בדקה לכל מפתח. מעבר לכך מוחזרת שגיאה',
      'הגיבויים של מסד הנתונים PostgreSQL 16.2 נשמרים 30 יום ונמחקים בלילה, בתאריך 26.11.2026.',
    ],
  ],
  [
    'arabic-cairo.pdf',
    [
      'حد معدل واجهة البرمجة API هو 100 طلب في الدقيقة لكل مفتاح، وبعد ذلك يعاد الخطأ',
      'تحفظ النسخ الاحتياطية لقاعدة PostgreSQL 16.2 ثلاثين يوما (30 يوما) ثم تحذف',
    ],
  ],
  [
    'persian-chromium.pdf',
    [
      'محدودیت نرخ رابط برنامهنویسی صد درخواست در دقیقه برای هر کلید است و پس از آن خطای ۴۲۹ برمیگردد.',
      'نسخههای پشتیبان پایگاه داده PostgreSQL سی روز (۳۰ روز) نگه داشته میشوند و شبها پاک میشوند.',
    ],
  ],
])('lines of %s are read from the right, names and numbers in them from the left', async ([name, lines]) => {
  const { text } = await readDocument({ bytes: await fixture(name) });
  for (const line of lines) expect(text.split('\n')).toContain(line);
});

test('a DOCX becomes Markdown with its headings and tables', async () => {
  const document = await readDocument({ bytes: await fixture('checklist.docx'), filename: 'checklist.docx' });
  expect(document).toMatchObject({ title: 'Release checklist', format: 'docx', textFormat: 'markdown' });
  expect(document.text).toContain('# Release checklist\n\nEvery release follows these steps.\n\n## Before\n');
  expect(document.text).toContain('**Bold words**');
  expect(document.text).toMatch(/\| Tag +\| Ana +\|/);
});

test('bookmarks of a DOCX leave nothing behind, and headings may have a publisher’s styles', async () => {
  const document = await readDocument({ bytes: await fixture('publisher.docx'), filename: 'zoo.docx' });
  expect(document.text).not.toMatch(/\[\]|<a/u);
  const sections = splitDocument(document.text, { format: document.textFormat, title: document.title });
  expect(sections.map(({ title }) => title)).toEqual(['Zoo › Feeding', 'Zoo › Nights']);
});

verifies('documents.formats', async () => {
  const sources: [filename: string, content: Buffer, words: string][] = [
    ['a.md', Buffer.from('# Title\n\nMarkdown words.'), '# Title\n\nMarkdown words.'],
    ['a.txt', Buffer.from('Plain words.'), 'Plain words.'],
    [
      'a.html',
      Buffer.from('<html><body><h1>Title</h1><p>Page words.</p></body></html>'),
      '# Title\n\nPage words.',
    ],
    ['a.pdf', await fixture('two-pages.pdf'), 'Dead letters raise an alarm.'],
    ['a.docx', await fixture('checklist.docx'), 'Every release follows these steps.'],
  ];
  const read = await Promise.all(sources.map(([filename, bytes]) => readDocument({ bytes, filename })));
  expect(read.map(({ format }) => format)).toEqual(['markdown', 'text', 'html', 'pdf', 'docx']);
  for (const [index, [, , words]] of sources.entries()) expect(read[index]?.text).toContain(words);
});

describe('a document that cannot be read says why:', () => {
  const bytes = (text: string, encoding: BufferEncoding = 'latin1'): Buffer => Buffer.from(text, encoding);
  const docx = async (change: (whole: Buffer) => Buffer): Promise<ReadableDocument> => ({
    bytes: change(await fixture('checklist.docx')),
    filename: 'a.docx',
  });

  test.for<[DocumentErrorCode, string, () => ReadableDocument | Promise<ReadableDocument>]>([
    ['unsupported_encoding', 'UTF-32', () => ({ bytes: bytes('\xff\xfe\0\0#\0\0\0') })],
    ['unsupported_encoding', 'half of UTF-16', () => ({ bytes: bytes('\xff\xfea\0\0\xd8') })],
    ['unsupported_format', 'control characters', () => ({ bytes: bytes('caf\xe9\x01'), filename: 'a.txt' })],
    ['unsupported_encoding', 'half a surrogate pair', () => ({ text: 'a\ud800' })],
    ['unsupported_format', 'a NUL byte', () => ({ bytes: bytes('a\0b'), filename: 'a.md' })],
    ['unsupported_format', 'a NUL character', () => ({ text: 'a\0b' })],
    ['unsupported_format', 'a picture', () => ({ bytes: bytes('\x89PNG\r\n'), filename: 'a.md' })],
    ['unsupported_format', 'an archive', async () => ({ bytes: await fixture('archive.zip') })],
    ['empty_document', 'no byte', () => ({ bytes: bytes(''), filename: 'a.md' })],
    ['empty_document', 'white space', () => ({ text: ' \n\t' })],
    ['empty_document', 'a PDF without text', async () => ({ bytes: await fixture('scan.pdf') })],
    ['encrypted_document', 'a PDF with a password', () => ({ bytes: bytes(lockedPdf()) })],
    ['corrupt_document', 'a broken PDF', () => ({ bytes: bytes('%PDF-1.7 and no more') })],
    ['corrupt_document', 'a PDF by name only', () => ({ bytes: bytes('hello'), filename: 'a.pdf' })],
    ['corrupt_document', 'a DOCX cut short', () => docx((whole) => whole.subarray(0, 1500))],
    ['corrupt_document', 'a DOCX with a hole', () => docx((whole) => whole.fill(0, 100, 1200))],
    ['too_large', 'a DOCX that unpacks to gigabytes', () => docx(claimGigabytes)],
    ['too_large', 'a page of bottomless depth', () => ({ text: `<html>${'<div>'.repeat(20_000)}x` })],
  ])('%s for %s', async ([code, , input]) => {
    await expect(readDocument(await input())).rejects.toMatchObject({ name: 'DocumentError', code });
  });

  /** A PDF whose owner's and user's entries fit no password that one could guess. */
  function lockedPdf(): string {
    const objects = [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [] /Count 0 >>',
      `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >>`,
    ].map((body, place) => `${place + 1} 0 obj\n${body}\nendobj\n`);
    const id = `<${'ef'.repeat(16)}>`;
    return `%PDF-1.4\n${objects.join('')}trailer\n<< /Root 1 0 R /Encrypt 3 0 R /ID [${id} ${id}] /Size 4 >>\n%%EOF\n`;
  }

  /** Writes two gibibytes as the unpacked size of the first entry of the archive's directory. */
  function claimGigabytes(whole: Buffer): Buffer {
    whole.writeUInt32LE(2 ** 31, whole.indexOf('PK\x01\x02') + 24);
    return whole;
  }
});
