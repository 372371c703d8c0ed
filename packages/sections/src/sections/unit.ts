/** A stretch of a document that stays in one piece. Units follow each other without a gap and cover the document. */
export interface Unit {
  /** Offsets in UTF-16 units; the unit is the source from `start` up to `end`, the blank lines behind it included. */
  readonly start: number;
  readonly end: number;
  /** Length in code points, with `open` and `close`. */
  readonly size: number;
  /** `follower`: code, a table or a list, best kept with the paragraph before it. */
  readonly kind: 'heading' | 'prose' | 'follower';
  /** The heading that a heading unit is. */
  readonly heading?: { readonly depth: number; readonly text: string };
  /** What a piece of a cut fence or table needs before and after it to be one by itself. */
  readonly open?: string;
  readonly close?: string;
}
