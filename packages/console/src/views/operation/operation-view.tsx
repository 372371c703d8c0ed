import type { WorkspaceOverview } from '@memory/contracts';
import { useRights, useSession, useOperation } from '../../session/session-context.ts';
import { AsyncState } from '../../ui/parts.tsx';
import { Moment, formatCount, formatNumber, formatShare } from '../../ui/text/inline.tsx';
import { Facts, Table } from '../../ui/table.tsx';
import { Jobs } from './jobs.tsx';
import { Keys } from './keys.tsx';
import { Members } from './members.tsx';

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
              rows={agents}
              keyOf={({ agent }) => agent}
              columns={{
                Agent: ({ agent }) => agent,
                'Last seen': ({ last_seen_at }) => <Moment at={last_seen_at} />,
                'Last project': ({ project }) => project || 'unknown',
                'Sessions this week': ({ sessions }) => sessions,
                People: ({ people }) => people.join(', ') || 'not told',
              }}
            />
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
            <Facts
              className="facts"
              of={{
                Model: embedding.model ?? 'none yet: searches go by words',
                'Being replaced by': embedding.next_model,
                Embedded: `${formatNumber(embedding.embedded)} of ${formatCount(holds.memories, 'memory', 'memories')}`,
                'Refused by the model': embedding.refused > 0 && embedding.refused,
                Quality:
                  embedding.closeness.nearest === null || embedding.closeness.judged < 10
                    ? 'Not to be told yet: it needs ten memories with tags, concepts or files.'
                    : `${formatShare(embedding.closeness.nearest)} of ${formatNumber(embedding.closeness.judged)} memories share a tag, concept or file with the one nearest in meaning; ${formatShare(embedding.closeness.chance ?? 0)} would by chance.`,
              }}
            />
          )}
        </AsyncState>
      </section>
      <section>
        <h2 id="usage">Usage by key and day</h2>
        <AsyncState
          query={overview}
          isEmpty={({ usage }) => usage.length === 0}
          empty="No call was counted yet."
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
          <Table
            name="settings"
            rows={Object.entries(session.settings)}
            keyOf={([name]) => name}
            columns={{ Setting: ([name]) => <code>{name}</code>, Value: ([, value]) => value }}
          />
        </section>
      )}
    </>
  );
}

const DAYS = 14;
const DAY_MS = 86_400_000;

const DAY_NAME = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });

function Usage({ usage }: Pick<WorkspaceOverview, 'usage'>) {
  const today = Date.now();
  const days = Array.from({ length: DAYS }, (_, back) =>
    new Date(today - (DAYS - 1 - back) * DAY_MS).toISOString().slice(0, 10),
  );
  const most = Math.max(1, ...usage.flatMap(({ calls }) => days.map((day) => calls[day] ?? 0)));
  const ofDay =
    (day: string) =>
    ({ calls: { [day]: count } }: WorkspaceOverview['usage'][number]) =>
      count !== undefined && (
        <span className="number heat" style={{ '--share': count / most } as object}>
          {formatNumber(count)}
        </span>
      );
  return (
    <>
      <p className="quiet">Calls by UTC day; they are counted in leases of up to ten.</p>
      <Table
        name="usage"
        rows={usage}
        keyOf={({ name, kind, last_used_at }) => `${kind} ${name} ${last_used_at}`}
        columns={{
          'Key or login': ({ name }) => name,
          ...Object.fromEntries(days.map((day) => [DAY_NAME.format(new Date(day)), ofDay(day)])),
          Sum: ({ calls }) => days.reduce((sum, day) => sum + (calls[day] ?? 0), 0),
        }}
      />
    </>
  );
}
