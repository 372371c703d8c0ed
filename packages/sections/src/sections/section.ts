export interface Section {
  /**
   * Identity within the document, at most 600 characters: the headings in lower case from the outermost in,
   * as `guide/install`; `~2` for the second of equal ones; `#2` for the second part of one that was cut;
   * `/` for text under no heading. An edit of the text leaves it, and so does an insertion elsewhere, except that the
   * numbers of equal headings and of parts count on; `diffSections` sees through that.
   */
  readonly key: string;
  /** The headings the section stands under, outermost first; empty for text under none. */
  readonly headingPath: readonly string[];
  /** 1 to 500 code points, not blank, and dependent on nothing but the headings and the section's own text. */
  readonly title: string;
  /** The source, verbatim but for blank lines around it; 1 to 100,000 code points. */
  readonly narrative: string;
  /** Place in the document, from 0. */
  readonly ordinal: number;
  /**
   * Two digests of 32 hexadecimal digits, joined by `-`: of title and narrative, and of the text without its headings.
   * Equal for equal sections; the second lets `diffSections` find a section whose heading changed.
   */
  readonly contentHash: string;
}

/** A stretch of a document that stays in one piece. Units follow each other without a gap and cover the document. */
export interface Unit {
  /** Offsets in UTF-16 units; the unit is the source from `start` up to `end`, the blank lines behind it included. */
  readonly start: number;
  readonly end: number;
  /** Length in code points, with `open` and `close`. */
  readonly size: number;
  /** `follower`: code, a table or a list, best kept with the paragraph before it. */
  readonly kind: 'heading' | 'prose' | 'follower';
  readonly heading?: { readonly depth: number; readonly text: string };
  /** The text before and after a piece of a cut fence or table that makes it whole. */
  readonly open?: string;
  readonly close?: string;
}
