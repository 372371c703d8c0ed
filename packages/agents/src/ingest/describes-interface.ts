import { basename, extname } from 'node:path';
import { readRegularText } from '@memory/text/strange-files';

const HEAD_BYTES = 4_096;

const ENDINGS: ReadonlySet<string> = new Set(['.json', '.yaml', '.yml']);

/** The version as the first field of an object, or as a field that no other holds: a setting or dependency of that name is further in. */
const IN_JSON = /^\uFEFF?\s*\{\s*"(?:openapi|swagger)"\s*:\s*"[23]\./;
const IN_YAML = /^(?:openapi|swagger)\s*:\s*["']?[23]\./m;

/** Whether a file is a document among the data that share its ending: it says in its first lines, or by its name, that it is OpenAPI. */
export function describesInterface(path: string): boolean {
  const ending = extname(path).toLowerCase();
  if (!ENDINGS.has(ending) || /openapi|swagger/iu.test(basename(path))) return true;
  // What cannot be read is no reason to end a search.
  const head = readRegularText(path, HEAD_BYTES, 'head') ?? '';
  return (ending === '.json' ? IN_JSON : IN_YAML).test(head);
}
