import { createInterface } from 'node:readline/promises';
import { printable } from '@memory/text/printable';
import { say } from './print.ts';

export async function ask(question: string): Promise<string> {
  const reader = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await reader.question(printable(question));
  reader.close();
  return answer.trim();
}

export const isYes = async (question: string): Promise<boolean> => /^y(?:es)?$/iu.test(await ask(question));

/** Whether there is a terminal to ask on; where there is none it says how to go on without. */
export function canAsk(otherwise: string): boolean {
  if (!process.stdin.isTTY) say(otherwise);
  return process.stdin.isTTY;
}
