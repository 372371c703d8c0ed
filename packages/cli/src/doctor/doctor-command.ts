import { Command } from 'commander';
import { findHome, readUserConfig, type UserConfig } from '@memory/home';
import { printable } from '@memory/text/printable';
import { failure, type Finding } from './finding.ts';
import { lookAtAgents } from './look-at-agents.ts';
import { lookAtConfig, lookAtDisk, lookAtSpool, lookAtVersions } from './look-at-home.ts';
import { lookAtService } from './look-at-service.ts';

const MARKS = { ok: '✓', warning: '!', failure: '✗' } as const;

/** `workspace-memory doctor`. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description(
      'Look at the service, the spool and each agent, and say what helps where something is wrong. Ends with 1 after a failure.',
    )
    .option('--json', 'print JSON')
    .action(async ({ json = false }: { json?: boolean }) => {
      const findings = await examine();
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

async function examine(): Promise<Finding[]> {
  const home = findHome();
  let config: UserConfig;
  try {
    config = readUserConfig(home.config);
  } catch (error) {
    return [
      failure('config', (error as Error).message, `Mend ${home.config}; nothing is captured until then`),
    ];
  }
  return [
    ...lookAtVersions(home),
    ...(await lookAtService(home, config)),
    ...lookAtConfig(home, config),
    ...lookAtDisk(home),
    ...lookAtSpool(home),
    ...lookAtAgents(home),
  ];
}
