import { Command } from 'commander';
import { messageOf } from '@memory/text/error-facts';
import { findHome, type Home } from '../home/find-home.ts';
import { readUserConfig, type UserConfig } from '../home/user-config.ts';
import { write, say } from '../command/print.ts';
import { failure, type Finding } from './finding.ts';
import { lookAtAgents } from './look-at-agents.ts';
import { lookAtConfig, lookAtDisk, lookAtSpool, lookAtVersions } from './look-at-home.ts';
import { lookAtService } from './look-at-service.ts';

const MARKS = { ok: '✓', warning: '!', failure: '✗' } as const;
const STYLES = { ok: undefined, warning: 'yellow', failure: 'bold' } as const;
const INDENT = 14;

export function doctorCommand(): Command {
  return new Command('doctor')
    .description(
      'Look at the service, the spool and each agent, and say what helps where something is wrong. Ends with 1 after a failure.',
    )
    .option('--json', 'print JSON')
    .action(async ({ json = false }: { json?: boolean }) => {
      const findings = await examine(findHome());
      if (json) say(JSON.stringify({ findings }, undefined, 2));
      else
        for (const { about, status, message, remedy } of findings) {
          write(message, { indent: INDENT, mark: `${MARKS[status]} ${about}`, style: STYLES[status] });
          if (remedy) write(`→ ${remedy}.`, { indent: INDENT });
        }
      if (findings.some(({ status }) => status === 'failure')) process.exitCode = 1;
    });
}

/** Everything that the doctor looks at, from what all depends on to the agents. */
export async function examine(home: Home): Promise<Finding[]> {
  let config: UserConfig;
  try {
    config = readUserConfig(home.config);
  } catch (error) {
    return [failure('config', messageOf(error), `Mend ${home.config}; nothing is captured until then`)];
  }
  const looks: [string, () => Finding[] | Promise<Finding[]>][] = [
    ['versions', () => lookAtVersions(home)],
    ['service', () => lookAtService(home, config)],
    ['config', () => lookAtConfig(home, config)],
    ['disk', () => lookAtDisk(home)],
    ['spool', () => lookAtSpool(home, config)],
    ['agents', () => lookAtAgents(home)],
  ];
  const findings: Finding[] = [];
  for (const [about, look] of looks)
    try {
      findings.push(...(await look()));
    } catch (error) {
      // A failed look is a finding, and ends no other look.
      findings.push(
        failure(about, messageOf(error), `Mend or remove what is named; the rest lies in ${home.folder}`),
      );
    }
  return findings;
}
