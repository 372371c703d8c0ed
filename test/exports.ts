import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { addExports, offeredBy, type Addition } from './support/add-exports.ts';

/**
 * Writes into `packages/<name>/src/index.ts` what other packages, functions and tests import from `@memory/<name>` and it does not
 * offer yet: `npm run exports`. What nobody imports any more, `npm run unused` names.
 */
const SOURCES = ['packages/*/src/**/*.ts', 'functions/**/*.ts', 'infra/**/*.ts', 'test/**/*.ts'];

const parsed = (file: string) => parseSync(file, readFileSync(file, 'utf8')).module;

/** Names that a file exports by itself, and whether each is a type. */
const exportsOf = (file: string): Map<string, boolean> =>
  new Map(
    parsed(file).staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ exportName, moduleRequest, isType }) =>
        exportName.name && !moduleRequest ? [[exportName.name, isType] as const] : [],
      ),
    ),
  );

/** Names that a file takes from a package which it imports as a whole: `core.storeMemory`. */
const membersOf = (file: string, local: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(new RegExp(String.raw`(?<![.\w])${local}\.(\w+)`, 'gu'))].flatMap(
    ([, member]) => member ?? [],
  );

const files = globSync(SOURCES).filter(
  (file) => !file.includes('node_modules') && !file.includes('fixtures'),
);
const wanted = files.flatMap((file) =>
  parsed(file).staticImports.flatMap(({ moduleRequest, entries }) => {
    const [, name] = /^@memory\/([a-z-]+)$/u.exec(moduleRequest.value) ?? [];
    return name === undefined
      ? []
      : entries.flatMap(({ importName, localName }) =>
          (importName.name ? [importName.name] : membersOf(file, localName.value)).map((each) => ({
            package: name,
            name: each,
          })),
        );
  }),
);

for (const [name, imports] of Map.groupBy(wanted, (each) => each.package)) {
  const folder = `packages/${name}/src`;
  const index = `${folder}/index.ts`;
  const offered = new Set(offeredBy(index));
  const missing = new Set(imports.map((each) => each.name).filter((each) => !offered.has(each)));
  if (missing.size === 0) continue;
  const own = globSync(`${folder}/**/*.ts`).filter((file) => file !== index);
  const additions = [...missing].flatMap((wantedName): Addition[] => {
    const found = own.flatMap((file) => {
      const isType = exportsOf(file).get(wantedName);
      return isType === undefined
        ? []
        : [{ name: wantedName, isType, path: `.${file.slice(folder.length)}` }];
    });
    if (found.length === 1) return found;
    console.error(
      `${found.length === 0 ? 'No file' : 'More than one file'} of ${folder} exports ${wantedName}.`,
    );
    process.exitCode = 1;
    return [];
  });
  writeFileSync(index, addExports(readFileSync(index, 'utf8'), additions));
  for (const addition of additions) console.log(`${index}: ${addition.name} of ${addition.path}`);
}
