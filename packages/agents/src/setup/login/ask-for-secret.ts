import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { printable } from '@memory/text/printable';

/** Asks somebody at the terminal; what is typed is not shown. */
export async function askForSecret(question: string): Promise<string> {
  process.stdout.write(printable(question));
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: silent, terminal: true });
  const typed = await reader.question('');
  reader.close();
  process.stdout.write('\n');
  return typed.trim();
}
