/** The name stored with vectors of a workspace's lexical embedder; version 0 is the untrained one. */
export const lexicalModelName = (version: number): string => `lexical-512/${version}`;

/** The model of a workspace that has not been trained. */
export const UNTRAINED_MODEL = lexicalModelName(0);

/** The version in such a name; undefined for the name of another model. */
export function lexicalVersionOf(model: string): number | undefined {
  const version = /^lexical-512\/(\d+)$/u.exec(model)?.[1];
  return version === undefined ? undefined : Number(version);
}
