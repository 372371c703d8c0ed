import { Command } from 'commander';
import { findHome } from '../home/find-home.ts';
import { printable } from '@memory/text/printable';
import { examine } from './examine.ts';

const MARKS = { ok: '✓', warning: '!', failure: '✗' } as const;

/** `workspace-memory doctor`. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description(
      'Look at the service, the spool and each agent, and say what helps where something is wrong. Ends with 1 after a failure.',
    )
    .option('--json', 'print JSON')
    .action(async ({ json = false }: { json?: boolean }) => {
      const findings = await examine(findHome());
      if (json) console.log(printable(JSON.stringify({ findings }, undefined, 2)));
      else
        for (const { about, status, message, remedy } of findings)
          console.log(
            printable(
              `${MARKS[status]} ${about.padEnd(11)} ${message}${remedy ? `\n${' '.repeat(14)}→ ${remedy}.` : ''}`,
            ),
          );
      if (findings.some(({ status }) => status === 'failure')) process.exitCode = 1;
    });
}
