import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { countSizes, limitsFor, SIZES_FILE, type Sizes } from './support/sizes.ts';

/**
 * Writes the limits of lines, files and exports to what the tree has: `npm run size`. A limit rises only with a reason,
 * `npm run size -- --because "REASON"`, which names what was removed in exchange, or why nothing was. It is noted in
 * docs/decisions/size.md.
 */
const NOTES = new URL('../docs/decisions/size.md', import.meta.url);

const { because } = parseArgs({ options: { because: { type: 'string' } } }).values;
const before = JSON.parse(readFileSync(SIZES_FILE, 'utf8')) as Sizes;
const { limits, raises } = limitsFor(countSizes(), before);
const told = raises.map(({ folder, kind, from, to }) => `\`${folder}\` ${from} → ${to} ${kind}`).join(', ');
if (raises.length > 0 && !because?.trim()) {
  console.error(
    `Above the limit: ${told}.\nRemove something, or say why: npm run size -- --because "REASON"`,
  );
  process.exitCode = 1;
} else {
  if (raises.length > 0)
    appendFileSync(NOTES, `- ${new Date().toISOString().slice(0, 10)}: ${told}. ${because?.trim() ?? ''}\n`);
  const lines = Object.entries(limits)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([folder, size]) => {
      const numbers = Object.entries(size).map(([kind, limit]) => `"${kind}": ${limit}`);
      return `  "${folder}": { ${numbers.join(', ')} }`;
    });
  writeFileSync(SIZES_FILE, `{\n${lines.join(',\n')}\n}\n`);
  console.log(raises.length > 0 ? told : 'No limit rises.');
}
