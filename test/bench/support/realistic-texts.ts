export interface SyntheticText {
  title: string;
  narrative: string;
}

const VOCABULARY = 20_000;
const TOPICS = 200;
const TOPIC_WORDS = 60;
const WORDS = 80;

/**
 * Memories of 80 words whose frequencies fall as in real text (Zipf) and which fall into 200 topics; the same for the
 * same count. Made up, so that figures of machines can be compared without data that may not be shared.
 */
export function realisticTexts(count: number): SyntheticText[] {
  const random = seededRandom(20_261_121);
  const rare = (limit: number) => Math.floor(limit ** random()) % limit;
  return Array.from({ length: count }, () => {
    const topic = Math.floor(random() * TOPICS);
    const word = () =>
      wordOf(
        random() < 0.35
          ? 1_000 + ((topic * TOPIC_WORDS + rare(TOPIC_WORDS)) % (VOCABULARY - 1_000))
          : rare(VOCABULARY),
      );
    const text = (length: number) => Array.from({ length }, word).join(' ');
    return { title: text(6), narrative: text(WORDS) };
  });
}

const CONSONANTS = 'bcdfgklmnprstvz';
const VOWELS = 'aeiou';

/** A word that can be spoken, and that stemming leaves apart from its neighbours. */
function wordOf(number: number): string {
  let rest = number + 75;
  let word = '';
  while (rest > 0) {
    word += `${CONSONANTS[rest % CONSONANTS.length]}${VOWELS[Math.floor(rest / CONSONANTS.length) % VOWELS.length]}`;
    rest = Math.floor(rest / (CONSONANTS.length * VOWELS.length));
  }
  return `${word}k`;
}

/** Mulberry32: small, fast, and the same everywhere. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
