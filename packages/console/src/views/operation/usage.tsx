import type { WorkspaceOverview } from '@memory/contracts';
import { formatNumber } from '../../ui/text/moment.tsx';
import { Plain } from '../../ui/text/plain.tsx';
import { Table } from '../../ui/table.tsx';

const DAYS = 14;
const DAY_MS = 86_400_000;

const DAY_NAME = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Calls of each key and login on each of the last days. */
export function Usage({ usage }: Pick<WorkspaceOverview, 'usage'>) {
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
