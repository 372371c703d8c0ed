/** A process that writes as fast as it can and tells of each row that it was promised, until somebody ends it. */
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase, queryRows } from '@memory/db';
import { sql } from 'drizzle-orm';

const { db } = await openDatabase({
  driver: 'pglite',
  dataDir: join(process.env['MEMORY_DISK'] ?? '', 'database'),
});
await db.execute(sql`create table if not exists promised (name text primary key, filler text)`);
const tell = (line: string) => writeSync(1, `${line}\n`);
await Promise.all(
  Array.from({ length: 8 }, async (_, writer) => {
    for (let number = 0; ; number += 1) {
      const name = `${process.pid}-${writer}-${number}`;
      const insert = sql`insert into promised values (${name}, repeat('x', 2000))`;
      if (number % 5 === 4) await db.transaction(async (tx) => void (await tx.execute(insert)));
      else await queryRows(db)`${insert}`;
      tell(name);
      // Data files are written and synced too, and segments of the log used again.
      if (writer === 0 && number % 15 === 14) await db.execute(sql.raw('checkpoint'));
    }
  }),
);
