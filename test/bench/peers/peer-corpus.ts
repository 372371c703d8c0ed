import { loadCranfield } from '../../support/seeds/cranfield.ts';
import { realisticTexts, type SyntheticText } from '../support/realistic-texts.ts';

/** A corpus: its nature, for readers of the figures, and its texts. */
export interface PeerCorpus {
  says: string;
  texts: SyntheticText[];
}

/**
 * So many texts: those of the Cranfield collection where it lies beside the repository, and past its end further ones whose
 * sentences are taken in turn from two of them; without the collection the texts that the bench makes up.
 */
export function peerCorpus(count: number): PeerCorpus {
  const cranfield = loadCranfield()?.memories.map(({ text: { title, narrative } }) => ({ title, narrative }));
  if (!cranfield) return { says: 'made up by the bench', texts: realisticTexts(count) };
  const sentences = cranfield.map(({ narrative }) => narrative.split(/(?<= \. )/));
  const texts = Array.from({ length: count }, (_, index): SyntheticText => {
    const own = cranfield[index];
    if (own) return own;
    const at = index % cranfield.length;
    const other = (at * 7 + Math.floor(index / cranfield.length) * 131) % cranfield.length;
    const [a, b] = [sentences[at] ?? [], sentences[other] ?? []];
    const mixed = a.flatMap((sentence, place) => (place % 2 === 0 ? [sentence] : [b[place] ?? '']));
    return { title: cranfield[other]?.title ?? '', narrative: mixed.join('').trim() };
  });
  const real = Math.min(count, cranfield.length);
  return {
    says: `${real} of Cranfield${count > real ? `, ${count - real} mixed of its sentences` : ''}`,
    texts,
  };
}
