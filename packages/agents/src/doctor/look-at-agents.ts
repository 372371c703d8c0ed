import { existsSync } from 'node:fs';
import { readHostStates } from '../hook/state/host-state.ts';
import type { HostId } from '../hook/host/host-table.ts';
import { readInstallation, type Home } from '../home/find-home.ts';
import { AGENTS, type Agent } from '../setup/agents/index.ts';
import { thisMachine } from '../setup/machine.ts';
import { isChange, planFiles } from '../setup/plan.ts';
import { readRecord } from '../setup/record.ts';
import { ageOf, failure, ok, warning, type Finding } from './finding.ts';
import { ownCommand } from '../command/print.ts';

/** Hooks of agents that share a file are seen under either name. */
const HOSTS_OF: Readonly<Record<string, readonly HostId[]>> = { copilot: ['vscode', 'copilot'] };

/** An agent that is used daily fires daily. */
const SILENT_DAYS = 7;

const DAY_MS = 86_400_000;

/** Configured, and seen firing, which are two things: agents pass over hooks that nobody trusted without a word. */
export function lookAtAgents(home: Home): Finding[] {
  const installation = readInstallation(home);
  const record = readRecord(home);
  if (!installation || record.agents.length === 0)
    return [warning('agents', 'No agent is connected.', `${ownCommand()} setup`)];
  const machine = thisMachine(home, installation);
  const broken = [installation.node, installation.bin, installation.hook].filter((path) => !existsSync(path));
  const states = readHostStates(home);
  const findings = broken.map((path) =>
    failure('programs', `${path} is gone.`, `${ownCommand()} up installs it again`),
  );
  for (const agent of AGENTS.filter(({ id }) => record.agents.includes(id))) {
    const plan = planFiles(home, {
      machine,
      record: { ...record, agents: [agent.id] },
      known: [agent],
      connected: [agent.id],
    });
    const paths = new Set(agent.edits(machine).map(({ path }) => path));
    const changed = plan.files.filter((file) => paths.has(file.path) && isChange(file));
    for (const reason of plan.refused)
      findings.push(
        failure(
          agent.id,
          `${agent.name} and setup cannot read its settings: ${reason}`,
          `Mend that file, then ${ownCommand()} setup ${agent.id}`,
        ),
      );
    if (changed.length > 0)
      findings.push(
        failure(
          agent.id,
          `${agent.name}: our part of ${changed.map(({ path }) => path).join(', ')} is not as it was written.`,
          `${ownCommand()} setup ${agent.id}`,
        ),
      );
    findings.push(lastSeen(agent, states));
  }
  return findings;
}

function lastSeen(agent: Agent, states: ReturnType<typeof readHostStates>): Finding {
  const seen = (HOSTS_OF[agent.id] ?? [agent.id as HostId])
    .flatMap((id) => states[id] ?? [])
    .toSorted((a, b) => b.firedAt.localeCompare(a.firedAt))[0];
  const trust = agent.id === 'codex' ? ' In Codex type /hooks and trust them.' : '';
  if (agent.id === 'zed') return ok(agent.id, 'Zed: connected by its tools; it has no hooks.');
  if (!seen)
    return warning(
      agent.id,
      `${agent.name}: configured, but no hook has fired yet.`,
      `Start ${agent.name} anew and give it a prompt.${trust} If this stays, hooks are switched off or not trusted there`,
    );
  const ago = ageOf(new Date(seen.firedAt));
  const answer = seen.answer
    ? `; told ${seen.answer.tokens} tokens ${ageOf(new Date(seen.answer.at))} ago`
    : '; told nothing yet';
  const message = `${agent.name}: last fired ${ago} ago (${seen.event}, ${seen.tookMs} ms)${answer}.`;
  if (seen.problem)
    return warning(
      agent.id,
      `${message} At ${seen.problem.at}: ${seen.problem.message}`,
      'logs/hook.log has the details',
    );
  return Date.now() - Date.parse(seen.firedAt) > SILENT_DAYS * DAY_MS
    ? warning(
        agent.id,
        message,
        `If you used ${agent.name} since, its hooks are switched off or not trusted.${trust}`,
      )
    : ok(agent.id, message);
}
