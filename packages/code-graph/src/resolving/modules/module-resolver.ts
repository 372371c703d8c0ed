import type { LanguageFamily } from '../../languages/language.ts';
import type { SymbolTable } from '../symbol-table.ts';
import type { TableFile } from '../table-file.ts';
import type { Repository } from './repository.ts';
import { cModule, goModule, pythonModule, rustModule } from './other-modules.ts';
import { ecmaModule, isJavaScript } from './ecma-module.ts';

/** The files a specifier stands for, seen from a file; empty when it is foreign or missing. */
type ModuleFinder = (repository: Repository, file: TableFile, specifier: string) => string[];

const finders: Partial<Record<LanguageFamily, ModuleFinder>> = {
  ecma: ecmaModule,
  python: pythonModule,
  go: goModule,
  rust: rustModule,
  c: cModule,
  ruby: cModule,
  shell: cModule,
  php: (repository, file, specifier) =>
    specifier.startsWith('.')
      ? cModule(repository, file, specifier)
      : packageModule(repository, file, specifier),
  java: packageModule,
  csharp: packageModule,
  manifest: ecmaModule,
};

/** Finds modules and remembers the answers, since the files of a directory import the same ones. */
export class ModuleResolver {
  readonly #repository: Repository;
  readonly #known = new Map<string, string[]>();

  constructor(table: SymbolTable) {
    const byFileName = new Map<string, string[]>();
    for (const filePath of table.files.keys()) {
      const name = filePath.slice(filePath.lastIndexOf('/') + 1);
      const paths = byFileName.get(name) ?? [];
      byFileName.set(name, paths);
      paths.push(filePath);
    }
    this.#repository = {
      table,
      manifests: table.manifests(),
      has: (filePath) => table.files.has(filePath),
      byFileName,
    };
  }

  /** Paths of the files a specifier stands for, several for a package; empty when it is foreign or missing. */
  resolve(file: TableFile, specifier: string): readonly string[] {
    if (specifier === '') return [file.path];
    const place = placeOf(file);
    // JavaScript runs what TypeScript only reads of.
    const kind = file.family === 'ecma' && isJavaScript(file.path) ? 'js' : file.family;
    const identity = `${kind}\n${place}\n${specifier}`;
    const known = this.#known.get(identity);
    if (known) return known;
    const found = finders[file.family]?.(this.#repository, file, specifier) ?? [];
    this.#known.set(identity, found);
    return found;
  }
}

/** Rust and Python look from the file itself, C# from anywhere, the others from its directory. */
function placeOf({ family, path, directory }: TableFile): string {
  if (family === 'csharp') return '';
  return family === 'rust' || family === 'python' ? path : directory;
}

function packageModule({ table }: Repository, file: TableFile, specifier: string): string[] {
  return table.packageFiles(file, specifier).map((member) => member.path);
}
