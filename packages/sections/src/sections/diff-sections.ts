import type { Section } from './section.ts';

export interface KnownSection {
  key: string;
  contentHash: string;
}

/** A section that was there before; `previousKey` is the one known, which a move or a new heading changes. */
interface KeptSection {
  previousKey: string;
  section: Section;
}

export interface SectionDiff {
  created: Section[];
  updated: KeptSection[];
  /** Title and narrative are the same; key and ordinal may have changed. */
  unchanged: KeptSection[];
  removed: string[];
}

/**
 * Pairs the sections of a document with those of an earlier reading, so that memories keep their identity. Pairs are
 * made in turn by: same key and content; same content (moved); same key (edited); same text under another heading
 * (renamed); another part of the same cut section (edited and moved on by an insertion). Each section is in one pair at
 * most, equals pair in their order, and what is left is created or removed.
 * @param before in the order of the document
 */
export function diffSections(before: readonly KnownSection[], after: readonly Section[]): SectionDiff {
  const known = new Set(before);
  const found = new Map<Section, KnownSection>();
  for (const identity of identities) {
    const waiting = Map.groupBy(known, identity);
    for (const section of after) {
      if (found.has(section)) continue;
      const match = waiting.get(identity(section))?.shift();
      if (!match) continue;
      found.set(section, match);
      known.delete(match);
    }
  }
  const pairs = (isSame: boolean): KeptSection[] =>
    after.flatMap((section) => {
      const match = found.get(section);
      const isWanted = match && (match.contentHash === section.contentHash) === isSame;
      return isWanted ? [{ previousKey: match.key, section }] : [];
    });
  return {
    created: after.filter((section) => !found.has(section)),
    updated: pairs(false),
    unchanged: pairs(true),
    removed: [...known].map(({ key }) => key),
  };
}

const identities: readonly ((section: KnownSection) => string)[] = [
  ({ key, contentHash }) => `${contentHash} ${key}`,
  ({ contentHash }) => contentHash,
  ({ key }) => key,
  ({ contentHash }) => contentHash.slice(contentHash.indexOf('-') + 1),
  ({ key }) => key.replace(/#\d+$/, ''),
];
