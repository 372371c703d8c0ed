/** How all of these names begin. */
const LEXICAL = 'lexical-512/';

/** The name stored with vectors of a workspace's lexical embedder; version 0 is the untrained one. */
export const lexicalModelName = (version: number): string => `${LEXICAL}${version}`;

/** The model of a workspace that has not been trained. */
export const UNTRAINED_MODEL = lexicalModelName(0);

/** Models of every version, as a pattern of `like`. */
export const LEXICAL_MODELS = `${LEXICAL}%`;

/** The version in such a name; undefined for the name of another model. */
export function lexicalVersionOf(model: string): number | undefined {
  const version = model.startsWith(LEXICAL) ? model.slice(LEXICAL.length) : '';
  return /^\d+$/u.test(version) ? Number(version) : undefined;
}
