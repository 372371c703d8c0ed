import { fileURLToPath } from 'node:url';
import { type CodeEdge, type FileIndex, indexTree, resolveEdges } from '@memory/code';
import { describe, expect, it } from 'vitest';

const languages = fileURLToPath(new URL('../../fixtures/code/languages/', import.meta.url));

async function indexed(language: string): Promise<FileIndex[]> {
  const files: FileIndex[] = [];
  for await (const event of indexTree({ root: `${languages}${language}` }))
    if (event.kind === 'indexed') files.push(event.file);
  return files;
}

const short = (key: string) => key.replace(/^.*\//, '');
const shown = (edges: readonly CodeEdge[], kind: CodeEdge['kind']) =>
  edges
    .filter((edge) => edge.kind === kind)
    .map(({ source, target }) => `${short(source)} > ${short(target)}`);

/** Symbols a language's fixture must have, and all of its call and inherit edges. */
const expected: Record<string, { symbols: string[]; calls: string[]; inherits: string[] }> = {
  java: {
    symbols: [
      'class Store.java#Store',
      'function Store.java#Store.save',
      'class Store.java#Journal',
      'class Store.java#Order',
    ],
    calls: [
      'App.java#App.App > Store.java#Store.Store',
      'App.java#App.run > Store.java#Order.of',
      'App.java#App.run > Store.java#Store.save',
      'App.java#App.run > App.java#App.close',
      'App.java#App.run > App.java#App.helper',
      'Store.java#Store.save > Store.java#Store.check',
      'Store.java#Store.save > Store.java#Journal.record',
      'Store.java#Order.of > Store.java#Order',
    ],
    inherits: ['App.java#App > Store.java#Store'],
  },
  rust: {
    symbols: [
      'class store.rs#Saved',
      'class store.rs#Order',
      'function store.rs#Order.number',
      'function store.rs#Store.new',
    ],
    calls: [
      'main.rs#main > store.rs#Store.new',
      'main.rs#main > store.rs#Store.save',
      'main.rs#main > store.rs#Order',
      'main.rs#main > report.rs#print_all',
      'report.rs#print_all > report.rs#line',
      'store.rs#Store.new > store.rs#Store',
      'store.rs#Store.save > store.rs#Log.write',
      'store.rs#Store.save > store.rs#Order.number',
      'store.rs#Store.save > store.rs#checked',
    ],
    inherits: ['store.rs#Order > store.rs#Saved'],
  },
  csharp: {
    symbols: [
      'class Store.cs#Store',
      'class Store.cs#IStore',
      'class Store.cs#Order',
      'function Store.cs#Store.Check',
    ],
    calls: [
      'App.cs#App.Run > Store.cs#Store',
      'App.cs#App.Run > Store.cs#Store.Save',
      'App.cs#App.Run > Store.cs#Order',
      'App.cs#App.Run > Store.cs#IStore.Save',
      'App.cs#App.Run > App.cs#App.Finish',
      'Store.cs#Store > Store.cs#Journal',
      'Store.cs#Store.Save > Store.cs#Store.Check',
      'Store.cs#Store.Save > Store.cs#Journal.Record',
      'Store.cs#Store.Save > Store.cs#Order.Number',
    ],
    inherits: ['App.cs#App > Store.cs#Store', 'Store.cs#Store > Store.cs#IStore'],
  },
  ruby: {
    symbols: [
      'module store.rb#Shop',
      'class store.rb#Shop.Store',
      'function store.rb#Shop.Store.open',
      'module store.rb#Shop.Logged',
    ],
    calls: [
      'app.rb#App.save > store.rb#Shop.Store.save',
      'app.rb#App.save > app.rb#App.finish',
      'app.rb#App.finish > store.rb#Shop.Store',
      'app.rb#App.finish > store.rb#Shop.Store.save',
      'store.rb#Shop.Store.initialize > store.rb#Shop.Journal',
      'store.rb#Shop.Store.save > store.rb#Shop.Store.check',
      'store.rb#Shop.Store.save > store.rb#Shop.Logged.log',
      'store.rb#Shop.Store.save > store.rb#Shop.Journal.record',
      'store.rb#Shop.Store.open > store.rb#Shop.Store',
    ],
    inherits: ['app.rb#App > store.rb#Shop.Store', 'store.rb#Shop.Store > store.rb#Shop.Logged'],
  },
  php: {
    symbols: [
      'class Store.php#Store',
      'class Store.php#Saves',
      'class Store.php#Logged',
      'function Store.php#helper',
    ],
    calls: [
      'App.php#App.run > Store.php#Store.open',
      'App.php#App.run > Store.php#Store.save',
      'App.php#App.run > Store.php#Journal.record',
      'App.php#App.run > Store.php#Journal',
      'App.php#App.run > Store.php#helper',
      'Store.php#Store.save > Store.php#Store.check',
      'Store.php#Store.save > Store.php#Logged.log',
      'Store.php#Store.save > Store.php#Journal.record',
      'Store.php#Store.open > Store.php#Store',
      'Store.php#Store.open > Store.php#Journal',
    ],
    inherits: [
      'App.php#App > Store.php#Store',
      'Store.php#Store > Store.php#Saves',
      'Store.php#Store > Store.php#Logged',
    ],
  },
  c: {
    symbols: [
      'class store.h#order',
      'class store.h#store_t',
      'function store.c#store_save',
      'function store.c#CHECK',
    ],
    calls: [
      'main.c#main > main.c#each',
      'main.c#main > store.c#store_save',
      'store.c#check > store.c#CHECK',
      'store.c#store_save > store.c#check',
    ],
    inherits: [],
  },
  cpp: {
    symbols: [
      'module store.hpp#shop',
      'class store.hpp#shop.Store',
      'function store.cpp#shop.Store.save',
      'function store.hpp#shop.Base.close',
    ],
    calls: [
      'main.cpp#main > store.hpp#shop.Store',
      'main.cpp#main > store.cpp#shop.Store.save',
      'main.cpp#main > store.cpp#shop.helper',
      'main.cpp#main > store.cpp#shop.Journal.record',
      'store.cpp#shop.Store.save > store.hpp#shop.Store.check',
      'store.cpp#shop.Store.save > store.cpp#shop.Journal.record',
      'store.cpp#shop.Store.save > store.hpp#shop.Base.close',
      'store.cpp#shop.Store.save > store.cpp#shop.helper',
    ],
    inherits: ['store.hpp#shop.Store > store.hpp#shop.Base'],
  },
  go: {
    symbols: [
      'class store.go#Store',
      'class store.go#Saver',
      'function store.go#Store.Save',
      'function journal.go#Store.check',
    ],
    calls: [
      'main.go#main > store.go#New',
      'main.go#main > main.go#save',
      'main.go#main > store.go#Store.Save',
      'main.go#save > store.go#Saver.Save',
      'store.go#New > store.go#Store',
      'store.go#New > journal.go#Journal',
      'store.go#Store.Save > journal.go#Store.check',
      'store.go#Store.Save > journal.go#Journal.Record',
      'store.go#Store.Save > store.go#base.close',
    ],
    inherits: ['store.go#Store > store.go#base'],
  },
  javascript: {
    symbols: [
      'class store.js#Store',
      'function store.js#Store.#check',
      'function store.js#Journal',
      'function app.jsx#App',
    ],
    calls: [
      'app.jsx#App > store.js#Store',
      'app.jsx#App.onClick > store.js#Store.save',
      'app.jsx#App > button.jsx#Button',
      'app.jsx#App > button.jsx#Link',
      'store.js#Store.constructor > store.js#Journal',
      'store.js#Store.save > store.js#Store.#check',
      'store.js#Store.save > store.js#helper',
    ],
    inherits: [],
  },
};

describe('each language', () => {
  it.each(Object.keys(expected))('%s', async (language) => {
    const files = await indexed(language);
    const { edges } = resolveEdges(files);
    const { symbols = [], calls = [], inherits = [] } = expected[language] ?? {};
    expect(files.every(({ partial }) => !partial)).toBe(true);
    expect(files.flatMap((file) => file.symbols.map(({ kind, key }) => `${kind} ${short(key)}`))).toEqual(
      expect.arrayContaining(symbols),
    );
    expect(shown(edges, 'calls')).toEqual(calls);
    expect(shown(edges, 'inherits')).toEqual(inherits);
  });

  it('puts methods which stand apart from their class into it', async () => {
    const contained = shown(resolveEdges(await indexed('go')).edges, 'contains');
    expect(contained).toContain('store.go#Store > journal.go#Store.check');
  });
});
