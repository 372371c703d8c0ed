const CONTRACTION = /(?<=\p{L})['’](?:s|t|re|ve|ll|d|m)(?![\p{L}\p{N}])/giu;

/** The text without the endings of English contractions and possessives: `layer's` is `layer`, `don't` is `don`. */
export function withoutContractions(text: string): string {
  return text.replaceAll(CONTRACTION, '');
}
