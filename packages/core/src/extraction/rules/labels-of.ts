import { normalizeFilePath } from '@memory/contracts';

const NAME =
  /`([^`\s]{3,60})`|\b([a-z]+(?:[A-Z][a-z\d]+)+|[A-Z][a-z\d]+(?:[A-Z][a-z\d]+)+|[a-z]+(?:_[a-z\d]+)+|[A-Z]{3,12})\b/g;
const ORDINARY = new Set(['AND', 'NOT', 'THE', 'TODO']);

/** Names of code and abbreviations that a text uses, in their order, at most 8. */
export function conceptsIn(text: string): string[] {
  const names = [...text.matchAll(NAME)].map((match) => match[1] ?? match[2] ?? '');
  return [...new Set(names)]
    .filter((name) => name !== '' && name.length <= 60 && !ORDINARY.has(name))
    .slice(0, 8);
}

/** The folders that hold the files, without the ones every tree has, at most 4. */
export function tagsOf(files: readonly string[]): string[] {
  const folders = files.map((file) => normalizeFilePath(file).split('/').slice(0, -1));
  const names = folders.flatMap((path) =>
    path.filter((name) => !/^(?:src|lib|packages|\.+|)$/.test(name)).slice(-2),
  );
  return [...new Set(names.map((name) => name.slice(0, 60)))].slice(0, 4);
}
