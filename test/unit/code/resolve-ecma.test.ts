import { parseFile, resolveEdges } from '@memory/code';
import { describe, expect, it } from 'vitest';

/** Call edges as `source > target`. */
async function calls(sources: Record<string, string>): Promise<string[]> {
  const files = await Promise.all(Object.entries(sources).map(([path, source]) => parseFile(path, source)));
  const { edges } = resolveEdges(files.filter((file) => file !== undefined));
  return edges
    .filter(({ kind }) => kind === 'calls')
    .map(({ source, target }) => `${source} > ${target}`)
    .sort();
}

describe('a module of CommonJS hands on', () => {
  const part =
    'module.exports = load;\nfunction load() {}\nload.all = function () {};\nexports.two = () => 2;';
  it.each([
    ['a module beside its own function', "module.exports = own;\nmodule.exports.load = require('./part');"],
    ['a module by `exports`', "exports.load = require('./part');"],
    ['a module in an object', "module.exports = { load: require('./part') };"],
    ['a name of a module', "exports.load = require('./all').part;"],
    ['a name of a module in an object', "module.exports = { load: require('./all').part };"],
    ['all of a module', "module.exports = { ...require('./load') };"],
    ['a name of a module as itself', "module.exports = require('./inner').whole;"],
  ])('%s', async (_, index) => {
    const sources = {
      'index.js': `${index}\nfunction own() {}`,
      'part.js': part,
      'all.js': "module.exports = { part: require('./part') };",
      'load.js': "exports.load = require('./part');",
      'inner.js': "exports.whole = require('./load');",
      'use.js': "const index = require('./index');\nfunction f() { index.load(); }",
      'taken.js': "const { load } = require('.');\nfunction f() { load(); load.all(); }",
      'use.mjs': "import index from './index.js';\nindex.load();",
    };
    expect(await calls(sources)).toEqual([
      'taken.js#f > part.js#load',
      'taken.js#f > part.js#load.all',
      'use.js#f > part.js#load',
      'use.mjs > part.js#load',
    ]);
  });
});

describe('a package that is not in the tree', () => {
  it('has what the tree declares of it', async () => {
    const sources = {
      'types/shims.d.ts': `declare module '*.view' { const view: { mount(): void }; export default view; }
declare module 'maker' { function make(): Made; export interface Made { run(): void } export default make; }
declare module 'maker/extra' { export function make(): void; export function more(): void; }`,
      'use.ts':
        "import build from 'maker';\nimport { more, type Made } from 'maker/extra';\nimport other from 'elsewhere';\nbuild();\nmore();\nother();",
      'all.ts':
        "import * as extra from 'maker/extra';\nimport { type Made } from 'maker';\nextra.make();\nfunction f(made: Made) { made.run(); }",
    };
    expect(await calls(sources)).toEqual([
      'all.ts > types/shims.d.ts#maker/extra.make',
      'all.ts#f > types/shims.d.ts#maker.Made.run',
      'use.ts > types/shims.d.ts#maker.make',
      'use.ts > types/shims.d.ts#maker/extra.more',
    ]);
  });

  it('is what it is where the tree only adds to what it declares', async () => {
    const sources = {
      'store.ts': 'export class Store { save() {} }\nexport function open(): Store { return new Store(); }',
      'more.ts': "declare module './store' { interface Store { load(): void } }",
      'use.ts': "import { open } from './store';\nopen().save();",
    };
    expect(await calls(sources)).toEqual([
      'store.ts#open > store.ts#Store',
      'use.ts > store.ts#Store.save',
      'use.ts > store.ts#open',
    ]);
  });
});
