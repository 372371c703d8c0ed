import { fileURLToPath } from 'node:url';
import { type CodeEdge, type FileIndex, indexTree, resolveEdges } from '@memory/code-graph';
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
  kotlin: {
    symbols: [
      'class Store.kt#Saved',
      'class Store.kt#Journal',
      'function Store.kt#Order.of',
      'function Store.kt#Order.printed',
      'function Store.kt#openStore',
    ],
    calls: [
      'App.kt#App > Store.kt#Store',
      'App.kt#App > Store.kt#openStore',
      'App.kt#App.run > Store.kt#Order.of',
      'App.kt#App.run > Store.kt#Store.save',
      'App.kt#App.run > App.kt#App.helper',
      'App.kt#App.run > Store.kt#Order',
      'App.kt#App.run > Store.kt#Store.close',
      'App.kt#App.helper > Store.kt#Order.number',
      'App.kt#main > App.kt#App',
      'App.kt#main > App.kt#App.run',
      'Store.kt#Order.of > Store.kt#Order',
      'Store.kt#Journal.record > Store.kt#Order.number',
      'Store.kt#Store.save > Store.kt#Store.check',
      'Store.kt#Store.save > Store.kt#Journal.record',
      'Store.kt#Store.check > Store.kt#Order.number',
      'Store.kt#openStore > Store.kt#Store',
      'Store.kt#Order.printed > Store.kt#Order.number',
    ],
    inherits: ['App.kt#App > Store.kt#Store', 'Store.kt#Order > Store.kt#Saved'],
  },
  scala: {
    symbols: [
      'class Store.scala#Saved',
      'class Store.scala#Order',
      'class Store.scala#Order~2',
      'function Store.scala#Order.named',
      'function Store.scala#Store.check',
    ],
    calls: [
      'App.scala#App > Store.scala#Stores.open',
      'App.scala#App.run > Store.scala#Order.named',
      'App.scala#App.run > Store.scala#Store.save',
      'App.scala#App.run > App.scala#App.helper',
      'App.scala#App.run > Store.scala#Store',
      'App.scala#App.run > Store.scala#Store.close',
      'App.scala#App.helper > Store.scala#Store.save',
      'App.scala#Main.main > App.scala#App',
      'App.scala#Main.main > App.scala#App.run',
      'Store.scala#Order.named > Store.scala#Order',
      'Store.scala#Store.save > Store.scala#Store.check',
      'Store.scala#Store.save > Store.scala#Journal.record',
      'Store.scala#Stores.open > Store.scala#Store',
    ],
    inherits: ['App.scala#App > Store.scala#Store', 'Store.scala#Order > Store.scala#Saved'],
  },
  shell: {
    symbols: ['function main.sh#usage', 'function main.sh#release', 'function store.sh#check'],
    calls: [
      'main.sh#release > store.sh#save',
      'main.sh#release > main.sh#usage',
      'main.sh#release > store.sh#check',
      'main.sh#release > store.sh#number',
      'main.sh#release > journal.sh#record',
      'main.sh > main.sh#release',
      'store.sh#save > store.sh#check',
    ],
    inherits: [],
  },
  swift: {
    symbols: [
      'class Store.swift#Saved',
      'class Store.swift#Size',
      'function Store.swift#Store.init',
      'function Store.swift#Order.printed',
    ],
    calls: [
      'App.swift#App > App.swift#openStore',
      'App.swift#App.run > Store.swift#Order.named',
      'App.swift#App.run > Store.swift#Store.save',
      'App.swift#App.run > App.swift#App.helper',
      'App.swift#App.run > Store.swift#Order',
      'App.swift#App.run > Store.swift#Store.close',
      'App.swift#App.helper > Store.swift#Order.number',
      'App.swift#App.helper > Store.swift#Order.printed',
      'App.swift#openStore > Store.swift#Store',
      'App.swift#openStore > Store.swift#Journal',
      'App.swift#main > App.swift#App',
      'App.swift#main > Store.swift#Journal',
      'App.swift#main > App.swift#App.run',
      'Store.swift#Order.named > Store.swift#Order',
      'Store.swift#Journal > Store.swift#Journal',
      'Store.swift#Journal.record > Store.swift#Order.number',
      'Store.swift#Store.save > Store.swift#Store.check',
      'Store.swift#Store.save > Store.swift#Journal.record',
      'Store.swift#Store.check > Store.swift#Order.number',
      'Store.swift#Order.printed > Store.swift#Order.number',
    ],
    inherits: ['App.swift#App > Store.swift#Store', 'Store.swift#Order > Store.swift#Saved'],
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
      'store.js#Store.save > store.js#Journal.record',
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
