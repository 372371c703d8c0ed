import * as z from 'zod';
import { Config } from '@memory/service';

/** The rows of the table of settings in the documentation, as the schema has them. */
export function settingsTable(): string {
  const rows = Object.entries(Config.shape).map(([name, field]) => {
    const absent = field.safeParse(undefined);
    const value =
      absent.success && absent.data !== undefined && String(absent.data) !== ''
        ? `\`${String(absent.data)}\``
        : '';
    return `| \`${name}\` | ${value} | ${z.globalRegistry.get(field)?.description ?? ''} |`;
  });
  return ['| Setting | Default | Meaning |', '|---|---|---|', ...rows].join('\n');
}
