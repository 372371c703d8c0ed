import type { WorkspaceOverview } from '@memory/contracts';
import { useRights, useSession } from '../../session/session-context.ts';
import { useOperation } from '../../session/use-operation.ts';
import { AsyncState } from '../../ui/async-state.tsx';
import { Moment, formatCount, formatNumber, formatShare, Plain } from '../../ui/text/inline.tsx';
import { Table } from '../../ui/table.tsx';
import { Jobs } from './jobs.tsx';
import { Keys } from './keys.tsx';
import { Members } from './members.tsx';

/** Agents, background work, who may come in, how memories are embedded, and the settings in force. */
export function OperationView() {
  const { session } = useSession();
  const { isOperator, may } = useRights();
  const overview = useOperation('showWorkspace', {}, { everyMs: 15_000 });
  return (
    <>
      <h1>Operation</h1>
      <section>
        <h2 id="agents">Agents</h2>
        <AsyncState
          query={overview}
          isEmpty={({ agents }) => agents.length === 0}
          empty={
            <p className="quiet">
              None was seen yet. <code>workspace-memory setup</code> connects those on a machine.
            </p>
          }
        >
          {({ agents }) => (
            <Table
              name="agents"
              head={['Agent', 'Last seen', 'Last project', 'Sessions this week', 'People']}
            >
              {agents.map(({ agent, last_seen_at, project, sessions, people }) => (
                <tr key={agent}>
                  <th scope="row">
                    <Plain>{agent}</Plain>
                  </th>
                  <td>
                    <Moment at={last_seen_at} />
                  </td>
                  <td>
                    <Plain>{project || 'unknown'}</Plain>
                  </td>
                  <td className="number">{formatNumber(sessions)}</td>
                  <td>
                    <Plain>{people.join(', ') || 'not told'}</Plain>
                  </td>
                </tr>
              ))}
            </Table>
          )}
        </AsyncState>
      </section>
      {isOperator && <Jobs />}
      {may('admin') && (
        <>
          <Keys />
          <Members />
        </>
      )}
      <section>
        <h2 id="embedder">Embedder</h2>
        <AsyncState query={overview}>
          {({ embedding, holds }) => (
            <>
              <dl className="facts">
                <dt>Model</dt>
                <dd>
                  <Plain>{embedding.model ?? 'none yet: searches go by words'}</Plain>
                  {embedding.next_model && (
                    <>
                      , being replaced by <Plain>{embedding.next_model}</Plain>
                    </>
                  )}
                </dd>
                <dt>Embedded</dt>
                <dd>
                  {formatNumber(embedding.embedded)} of {formatCount(holds.memories, 'memory', 'memories')}
                  {embedding.refused > 0 && `, ${formatNumber(embedding.refused)} refused by the model`}
                </dd>
                <dt>Quality</dt>
                <dd>
                  {embedding.closeness.nearest === null || embedding.closeness.judged < 10
                    ? 'Not to be told yet: it needs ten memories with tags, concepts or files.'
                    : `${formatShare(embedding.closeness.nearest)} of ${formatNumber(embedding.closeness.judged)} memories share a tag, concept or file with the one nearest in meaning; ${formatShare(embedding.closeness.chance ?? 0)} would by chance.`}
                </dd>
              </dl>
            </>
          )}
        </AsyncState>
      </section>
      <section>
        <h2 id="usage">Usage by key and day</h2>
        <AsyncState
          query={overview}
          isEmpty={({ usage }) => usage.length === 0}
          empty={<p className="quiet">No call was counted yet.</p>}
        >
          {({ usage }) => <Usage usage={usage} />}
        </AsyncState>
      </section>
      {isOperator && (
        <section>
          <h2 id="settings">Settings in force</h2>
          <p className="quiet">
            Version {session.version}. They are set by the environment when the service starts; secrets are
            not shown.
          </p>
          <Table name="settings" head={[]}>
            {Object.entries(session.settings).map(([name, value]) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td>
                  <Plain>{value}</Plain>
                </td>
              </tr>
            ))}
          </Table>
        </section>
      )}
    </>
  );
}

const DAYS = 14;
const DAY_MS = 86_400_000;

const DAY_NAME = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Calls of each key and login on each of the last days. */
function Usage({ usage }: Pick<WorkspaceOverview, 'usage'>) {
  const today = Date.now();
  const days = Array.from({ length: DAYS }, (_, back) =>
    new Date(today - (DAYS - 1 - back) * DAY_MS).toISOString().slice(0, 10),
  );
  const most = Math.max(1, ...usage.flatMap(({ calls }) => days.map((day) => calls[day] ?? 0)));
  return (
    <>
      <p className="quiet">Calls by UTC day; they are counted in leases of up to ten.</p>
      <Table
        name="usage"
        head={['Key or login', ...days.map((day) => DAY_NAME.format(new Date(day))), 'Sum']}
      >
        {usage.map(({ name, kind, calls, last_used_at }) => (
          <tr key={`${kind} ${name} ${last_used_at}`}>
            <th scope="row">
              <Plain>{name}</Plain>
            </th>
            {days.map((day) => (
              <td key={day} className="number heat" style={{ '--share': (calls[day] ?? 0) / most } as object}>
                {calls[day] === undefined ? '' : formatNumber(calls[day])}
              </td>
            ))}
            <td className="number">{formatNumber(days.reduce((sum, day) => sum + (calls[day] ?? 0), 0))}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}
