import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { redactSecrets } from '@memory/redact';

const ROOT = join(import.meta.dirname, '../..');
const FILE_BYTES_MAX = 300_000;
const LINES = 1_000_000;

/** Masks a million lines of the dependencies' texts and sources, and lists each mask for a person to judge. */
export async function benchRedaction(): Promise<void> {
  const files = globSync('node_modules/**/*.{md,ts,js,mjs,cjs,json,yml,yaml,txt,sh,py,html}', {
    cwd: ROOT,
  }).sort();
  // Spread over all packages, always the same.
  const every = files
    .map((file, index) => ({ file, order: (index * 2_654_435_761) % 4_294_967_296 }))
    .sort((a, b) => a.order - b.order);
  const masks: string[] = [];
  let lines = 0;
  let bytes = 0;
  let milliseconds = 0;
  let maskedLines = 0;
  let read = 0;
  for (const { file } of every) {
    if (lines >= LINES) break;
    const path = join(ROOT, file);
    const { size } = statSync(path);
    if (size > FILE_BYTES_MAX || !statSync(path).isFile()) continue;
    const text = readFileSync(path, 'utf8');
    const before = performance.now();
    const { text: redacted, kinds } = redactSecrets(text);
    milliseconds += performance.now() - before;
    read += 1;
    lines += text.split('\n').length;
    bytes += size;
    if (kinds.length === 0) continue;
    for (const line of redacted.split('\n').filter((one) => one.includes('[redacted:'))) {
      maskedLines += 1;
      const at = line.indexOf('[redacted:');
      masks.push(`${file}: ${line.slice(Math.max(0, at - 80), at + 60).trim()}`);
    }
  }
  const list = join(tmpdir(), 'redaction-masks.txt');
  writeFileSync(list, `${masks.join('\n')}\n`);
  const perTenThousand = (maskedLines / lines) * 10_000;
  console.log(`${read} files, ${lines} lines, ${(bytes / 1e6).toFixed(1)} MB`);
  console.log(`${maskedLines} lines with a mask (${perTenThousand.toFixed(2)} of 10,000), listed in ${list}`);
  console.log(`${(bytes / 1e3 / milliseconds).toFixed(1)} MB/s`);
}
