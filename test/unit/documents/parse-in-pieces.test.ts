import { readFileSync } from 'node:fs';

import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { expect, test } from 'vitest';

import type { Nodes, Root } from 'mdast';
import { parseBlocks } from '../../../packages/sections/src/markdown/markdown-parser.ts';
import { parseInPieces } from '../../../packages/sections/src/parse-in-pieces.ts';
import { verifies } from '../../support/verifies.ts';

const parser = unified().use(remarkParse).use(remarkGfm).use(remarkFrontmatter, ['yaml', 'toml']);
const parse = (text: string): Root => parser.parse(text);

/** Kind and place of every block. */
function blocksOf(node: Nodes): unknown {
  const isOpen = ['root', 'list', 'listItem', 'blockquote', 'footnoteDefinition'].includes(node.type);
  return [
    node.type,
    node.type === 'root' ? 0 : node.position?.start.offset,
    isOpen && 'children' in node ? node.children.map(blocksOf) : [],
  ];
}

const filler = 'Some words of prose that fill a line and say nothing at all.\n';
const cases: Record<string, string> = {
  'a list over pieces': '- item\n  more\n\n  para\n'.repeat(200),
  'lists of two kinds': `${'- item\n'.repeat(300)}${'* item\n'.repeat(300)}${'1. item\n'.repeat(300)}`,
  'a fence with what looks like blocks': `\`\`\`md\n${'# no heading\n\nNo prose.\n\n- no item\n'.repeat(200)}\`\`\`\n\nAfter.\n`,
  'a comment with blank lines': `<!--\n${'# no heading\n\nNo prose.\n\n'.repeat(100)}-->\n\nAfter.\n`,
  'a break that could be front matter': `${filler.repeat(20)}\n---\n\ntitle: x\n\n---\n${filler.repeat(20)}\n+++\nx\n+++\n`,
  'an item of code and lists': `1. one\n\n${'   - sub\n\n     ```\n     code\n\n     ```\n'.repeat(60)}2. two\n${'- x\n'.repeat(400)}`,
  'quotations with lazy lines': '> quoted\nlazy\n\nProse\nand more.\n'.repeat(120),
  'footnotes and definitions': '[^a]: note\n    more\n\n    code\n\n[b]: /u\n"title"\n\nProse [^a].\n'.repeat(
    80,
  ),
  'definitions without blank lines': '[a]: /u\n[b]:\n/u\n"of\n[lines"\n[c]: /u "open\n[d]: /u\n'.repeat(100),
  'marks behind blank lines':
    '> a\n\n"b"\n\n(c)\n\n<div>\n\n|d|\n|-|\n\n***\n\n*e*\n\n- f\n\n  *g*\n\n'.repeat(60),
  'tables without blank lines': 'Words\n| a | b |\n| - | - |\nc | d\n# Next\n'.repeat(100),
  'underlined headings': 'Title\n=====\nSub\n---\nWords\n'.repeat(150),
  'carriage returns': '# Title\r\n\r\nWords.\r\n\r\n- item\r\n'.repeat(150),
};

test.for(Object.entries(cases))('%s: finds the blocks that the whole text has', ([, text]) => {
  expect(blocksOf(parseInPieces(text, parse))).toEqual(blocksOf(parse(text)));
});

test('finds the blocks of real documents', () => {
  for (const path of [
    'README.md',
    'CHANGELOG.md',
    'packages/db/README.md',
    'packages/service/src/doors/mcp/README.md',
    'node_modules/yaml/README.md',
  ]) {
    const text = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
    expect(blocksOf(parseInPieces(text, parse)), path).toEqual(blocksOf(parse(text)));
  }
});

verifies('documents.bounded.lines', () => {
  let lines = 0;
  const counted = (text: string) => {
    lines += text.split('\n').filter(Boolean).length;
    return parse(text);
  };
  const apart = '- a\n\n'.repeat(9_000);
  const rest = '## Next ##\nWords.\n\n```md\n# no heading\n\n```\nAfter.\n';
  const { children } = parseInPieces(apart + rest, counted);
  expect(lines).toBeLessThanOrEqual(8_000);
  const last = children
    .slice(-4)
    .map(({ type, position }) => [type, (position?.start.offset ?? 0) - apart.length]);
  expect(last).toEqual([
    ['heading', 0],
    ['paragraph', rest.indexOf('Words')],
    ['code', rest.indexOf('```')],
    ['paragraph', rest.indexOf('After')],
  ]);
});

verifies(
  'documents.bounded.lines',
  () => {
    const run = `|a|b|\n|-|-|\n${'|c|d|\r\n'.repeat(3_000)}`;
    const text = `# First\n\n${run}\n# Second\n\n${'> > a\n> b\n'.repeat(1_500)}# Third\n`;
    const found = parseBlocks(text).children.map(({ type, position }) => [type, position?.start.offset]);
    expect(found).toEqual([
      ['heading', 0],
      ['table', text.indexOf('|a|')],
      ['heading', text.indexOf('# Second')],
      ['blockquote', text.indexOf('> >')],
      ['heading', text.indexOf('# Third')],
    ]);
  },
  { title: 'in one block' },
);
