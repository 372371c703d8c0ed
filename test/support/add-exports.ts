import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';

/** An addition to an index: a name, of a file beside or below it. */
export interface Addition {
  name: string;
  isType: boolean;
  /** `./folder/file.ts`. */
  path: string;
}

/** Adds names to an index: to the line of their file, else in a line after the last one of the same folder, else at the end. */
export const addExports = (index: string, additions: readonly Addition[]): string =>
  additions.reduce((text, { name, isType, path }) => {
    const written = isType ? `type ${name}` : name;
    const lines = parseSync('index.ts', text).module.staticExports.map(({ start, end, entries }) => ({
      end,
      from: entries[0]?.moduleRequest?.value ?? '',
      isNamed: text.startsWith('export {', start),
    }));
    const own = lines.find(({ from, isNamed }) => from === path && isNamed);
    if (own) {
      const brace = text.lastIndexOf('}', own.end);
      const names = text.slice(0, brace).trimEnd();
      return `${names}${names.endsWith(',') ? '' : ','} ${written} ${text.slice(brace)}`;
    }
    const after = lines.findLast(({ from }) => dirname(from) === dirname(path)) ?? lines.at(-1);
    const place = after?.end ?? 0;
    return `${text.slice(0, place)}\nexport { ${written} } from '${path}';${text.slice(place)}`;
  }, index);

/** Names that a file offers, those of files that it passes on whole among them. */
export const offeredBy = (file: string): string[] =>
  parseSync(file, readFileSync(file, 'utf8')).module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName, moduleRequest }) => {
      if (exportName.name) return [exportName.name];
      return moduleRequest?.value.startsWith('.') ? offeredBy(join(dirname(file), moduleRequest.value)) : [];
    }),
  );
