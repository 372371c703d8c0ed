import { globSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, test, vi } from 'vitest';
import { createLogger } from '@memory/service';
import { printable } from '@memory/text/printable';
import { makeProgram } from '../../packages/agents/src/command/program.ts';
import { verifies } from '../support/verifies.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
const CONSOLE = new Set(['log', 'error', 'info', 'warn', 'debug', 'table', 'dir', 'trace']);

/** Calls that print something which `printable` has not read. */
function rawPrints(file: string, source: string): string[] {
  const found: string[] = [];
  const { program } = parseSync(file, source);
  const isChecked = (argument: {
    type: string;
    callee?: { type: string; name?: string };
    expressions?: unknown[];
  }) =>
    argument.type === 'Literal' ||
    (argument.type === 'TemplateLiteral' && argument.expressions?.length === 0) ||
    (argument.type === 'CallExpression' &&
      ['printable', 'printableLine', 'styled'].includes(argument.callee?.name ?? ''));
  new Visitor({
    CallExpression(node) {
      const callee = source.slice(node.callee.start, node.callee.end);
      const [object, method] = callee.split('.').slice(-2);
      const prints =
        (object === 'console' && CONSOLE.has(method ?? '')) ||
        /process\.(?:stdout|stderr)\.write$/.test(callee);
      if (prints && !node.arguments.every((argument) => isChecked(argument as never)))
        found.push(`${file}: ${source.slice(node.start, node.end).split('\n', 1)[0]}`);
    },
  }).visit(program);
  return found;
}

verifies('hardening.terminal', () => {
  const files = globSync('packages/*/src/**/*.ts', { cwd: ROOT });
  expect(files.length).toBeGreaterThan(400);
  expect(files.flatMap((file) => rawPrints(file, readFileSync(ROOT + file, 'utf8')))).toEqual([]);
});

test('a raw print would be told', () => {
  const sources = [
    'console.log(title)',
    'console.error(`a ${title}`)',
    'process.stdout.write(title)',
    'console.table(rows)',
  ];
  for (const source of sources) expect(rawPrints('a.ts', source), source).toHaveLength(1);
  expect(rawPrints('a.ts', 'console.log(printable(title)); console.log("Ready."); console.log(`a`)')).toEqual(
    [],
  );
});

verifies(
  'hardening.terminal',
  () => {
    const hostile = 'evil\u001B]0;PWNED\u0007\u009B31m\u202E\u{E0041}\u2028\r.md';
    expect(printable(hostile)).toBe(
      String.raw`evil\u001b]0;PWNED\u0007\u009b31m\u202e\udb40\udc41\u2028\u000d.md`,
    );
    expect(printable('Überblick 日本語 👩‍💻\n\tzwei')).toBe('Überblick 日本語 👩‍💻\n\tzwei');
    const json = JSON.stringify({ title: hostile });
    expect(JSON.parse(printable(json))).toEqual({ title: hostile });
  },
  { title: 'what steers a terminal is written out, and JSON stays the same' },
);

verifies(
  'hardening.terminal',
  () => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    try {
      createLogger('INFO').info('request', { given: { name: 'a\u009B31m\u202E\u2028\u{E0041}z' } });
      const line = write.mock.calls.map(([text]) => String(text)).join('');
      expect(line).toContain('"service":"workspace-memory"');
      expect(line).toMatch(/^[\x20-\x7E]+\n$/u);
      expect(line).toContain(String.raw`a\\u009b31m`);
    } finally {
      write.mockRestore();
    }
  },
  { title: 'lines of the log, too' },
);

verifies(
  'hardening.terminal',
  async () => {
    const word = '--evil\u001B]0;PWNED\u0007';
    for (const words of [[word], ['ingest', word]]) {
      const program = await makeProgram(words.length > 1 ? words[0] : undefined);
      let told = '';
      for (const command of [program, ...program.commands])
        command.exitOverride().configureOutput({ writeErr: (text) => (told += text) });
      await expect(program.parseAsync(words, { from: 'user' })).rejects.toThrow(/unknown option/);
      expect(told).toContain(String.raw`--evil\u001b]0;PWNED\u0007`);
    }
  },
  { title: 'a word that a command does not know' },
);
