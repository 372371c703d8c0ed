import { deflateRawSync, deflateSync } from 'node:zlib';
import type { ReadableDocument } from '@memory/sections';

const html = (body: string): ReadableDocument => ({ text: `<!doctype html><body>${body}` });
const markdown = (text: string): ReadableDocument => ({ text });

/** Small inputs that each took from seconds to for ever. */
export const hostileDocuments: Readonly<Record<string, () => ReadableDocument>> = {
  'a table of spans': () =>
    html(
      `<table><tr><td colspan=1000 rowspan=65534>a</td></tr>${'<tr><td colspan=1000 rowspan=65534>b'.repeat(15)}</table>`,
    ),
  'a table of one wide row': () =>
    html(`<table><tr>${'<td>a'.repeat(2_000)}${'<tr><td>b'.repeat(1_000)}</table>`),
  'a table of one long cell': () =>
    html(`<table><tr><td>${'long '.repeat(5_000)}${'<tr><td>b'.repeat(1_000)}</table>`),
  'quotations in quotations': () => html(`${'<blockquote>'.repeat(200)}${'<p>a'.repeat(200)}`),
  'code of nothing but backticks': () => html(`<pre>${'`'.repeat(50_000)}</pre>`),
  'front matter of many keys': () =>
    markdown(`---\n${Array.from({ length: 12_000 }, (_, number) => `k${number}: 1`).join('\n')}\n---\nText.`),
  'lists in lists': () => markdown('1. '.repeat(4_000)),
  'quotation marks': () => markdown('>'.repeat(150_000)),
  'a row of cells': () => markdown(`${'a|'.repeat(75_000)}\n${'-|'.repeat(75_000)}`),
  backticks: () => markdown('`'.repeat(150_000)),
  'lines that go on in a quotation': () => markdown(`> a\n${'b\n'.repeat(40_000)}`),
  'headings underlined': () => markdown('a\n=\n'.repeat(2_000)),
  'a fence with a long opening line': () =>
    markdown(`\`\`\`${'i'.repeat(60_000)}\n${'code '.repeat(40_000)}`),
  'a long heading over many others': () =>
    markdown(`# ${'word '.repeat(700)}\n${`## Part\n\n${'Text. '.repeat(40)}\n\n`.repeat(200)}`),
  'footnotes without end': () =>
    markdown(Array.from({ length: 2_000 }, (_, number) => `[^${number}]: note\n`).join('\n')),
  'definitions without end': () =>
    markdown(Array.from({ length: 3_000 }, (_, number) => `[l${number}]: /u\n`).join('')),
  'footnotes in footnotes': () => markdown('[^a]: '.repeat(5_000)),
  'a quotation that goes on without its mark': () => markdown('> > a\n> b\n'.repeat(6_000)),
  'a table of many short rows': () => markdown(`|a|\n|-|\n${'|b|\n'.repeat(15_000)}`),
  'items apart': () => markdown('- a\n\n'.repeat(40_000)),
  'quotations apart': () => markdown('> a\n\n'.repeat(5_000)),
  'lists that go deeper line by line': () =>
    markdown(
      Array.from({ length: 50 }, (_, line) => `${' '.repeat(198 * line)}${'- '.repeat(99)}`).join('\n'),
    ),
  'a PDF that unpacks to 150 MB': () => ({ bytes: pdfBomb(150_000_000) }),
  'a DOCX of false sizes': () => ({ bytes: docxBomb(100_000_000) }),
};

/** A PDF of one page, whose content is one stream of blanks. */
function pdfBomb(size: number): Buffer {
  const packed = deflateSync(Buffer.alloc(size, ' '), { level: 1 });
  const head =
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>endobj\n4 0 obj<</Length ${packed.length}/Filter/FlateDecode>>stream\n`;
  return Buffer.concat([
    Buffer.from(head),
    packed,
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
  ]);
}

/** A DOCX whose directory says that its text has a thousand bytes. */
function docxBomb(size: number): Buffer {
  const packed = deflateRawSync(Buffer.alloc(size), { level: 1 });
  const name = Buffer.from('word/document.xml');
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(1_000, 22);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt32LE(1_000, 24);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length + name.length, 12);
  end.writeUInt32LE(local.length + name.length + packed.length, 16);
  return Buffer.concat([local, name, packed, entry, name, end]);
}
