import { existsSync, statSync, statfsSync } from 'node:fs';
import { homedir } from 'node:os';
import { isKnownProject } from '../hook/project/find-project.ts';
import { OWN_SERVICE, serviceName } from '../hook/service/send.ts';
import { readFlusherState } from '../hook/flush/flusher-lock.ts';
import { readSpoolState } from '../hook/spool/read-spool.ts';
import { bindingOf } from '../hook/spool/spool-event.ts';
import { readInstallation, type Home } from '../home/find-home.ts';
import type { UserConfig } from '../home/user-config.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { ageOf, failure, ok, warning, type Finding } from './finding.ts';
import { ownCommand } from '../command/print.ts';

const FREE_BYTES_LEAST = 500_000_000;

/** A flusher starts with the next event, and then waits for at most minutes. */
const SPOOL_AGE_MS = 3_600_000;

export function lookAtVersions(home: Home): Finding[] {
  const installation = readInstallation(home);
  if (!installation)
    return [warning('versions', 'Nothing is installed for this user yet.', `${ownCommand()} up`)];
  return [
    installation.version === packageJson.version
      ? ok('versions', `${packageJson.version}, on Node ${process.versions.node}.`)
      : warning(
          'versions',
          `This is ${packageJson.version}; agents start ${installation.version}.`,
          `${ownCommand()} up installs this one`,
        ),
  ];
}

export function lookAtDisk({ folder }: Home): Finding[] {
  try {
    const { bavail, bsize } = statfsSync(folder);
    const free = bavail * bsize;
    return [
      free < FREE_BYTES_LEAST
        ? failure(
            'disk',
            `${Math.round(free / 1e6)} MB are free at ${folder}.`,
            'Make room: what is captured cannot be kept on a full disk',
          )
        : ok('disk', `${Math.round(free / 1e9)} GB are free.`),
    ];
  } catch {
    return [];
  }
}

/** Keys are for their owner alone. */
export function lookAtConfig(home: Home, config: UserConfig): Finding[] {
  const findings: Finding[] = [];
  const mode = statSync(home.config, { throwIfNoEntry: false })?.mode ?? 0;
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    findings.push(failure('config', `${home.config} can be read by others.`, `chmod 600 ${home.config}`));
  if (config.private)
    findings.push(
      warning('capture', 'Private mode is on: nothing is captured.', 'Remove "private" from config.json'),
    );
  for (const name of Object.keys(config.projects ?? {}))
    if (!existsSync(name.replace(/^~(?=$|[/\\])/u, homedir())) && !isKnownProject(home, name))
      findings.push(
        warning(
          'capture',
          `"${name}" under "projects" in ${home.config} has meant no project so far.`,
          'Name it by its folder (/home/ada/blog) or its repository (github.com/acme/blog); this goes once an agent worked there',
        ),
      );
  return findings;
}

export function lookAtSpool(home: Home, config: UserConfig, now = new Date()): Finding[] {
  const service = serviceName(config, process.env);
  const { events, bytes, oldest, held, deadLetters } = readSpoolState(home, service);
  const flusher = readFlusherState(home, bindingOf(service));
  const findings: Finding[] = [];
  if (events === 0 || !oldest)
    findings.push(ok('spool', 'Empty: the service has taken all that was captured.'));
  else {
    const message = `${events} events (${Math.ceil(bytes / 1_000)} kB) wait, the oldest for ${ageOf(oldest, now)}.`;
    const why = flusher && flusher.outcome !== 'done' ? ` ${flusher.message ?? flusher.outcome}` : '';
    findings.push(
      now.getTime() - oldest.getTime() < SPOOL_AGE_MS
        ? ok('spool', message + why)
        : warning(
            'spool',
            message + why,
            `${ownCommand()} up; what waits is sent with the next event of an agent`,
          ),
    );
  }
  if (flusher?.outcome === 'refused')
    findings.push(
      failure(
        'spool',
        `The service refuses what was captured: ${flusher.message ?? ''}`,
        'Give it a key with the scope write',
      ),
    );
  for (const [other, count] of held) {
    const [url = other, part = ''] = other.split('#');
    const isOwn = other === OWN_SERVICE;
    findings.push(
      warning(
        'spool',
        `${count} events were captured for ${isOwn ? 'your own service' : other} and are sent nowhere else.`,
        part.startsWith('key-')
          ? `An agent with that WORKSPACE_MEMORY_API_TOKEN sends them; or delete them from ${home.spool}`
          : `${ownCommand()} setup --team ${isOwn ? 'none' : url} goes back there, and sends them; or delete them from ${home.spool}`,
      ),
    );
  }
  if (deadLetters.length > 0)
    findings.push(
      warning(
        'spool',
        `${deadLetters.length} events were refused for good.`,
        `The reasons are in ${deadLetters[0]} and beside it; delete them when read`,
      ),
    );
  return findings;
}
