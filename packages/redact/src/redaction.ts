/** A text with its secrets replaced. */
export interface Redaction {
  text: string;
  /** The kind of each secret that was replaced; empty when the text is unchanged. */
  kinds: string[];
}

/** Where a secret stands in a text. */
export interface Finding {
  start: number;
  end: number;
  kind: string;
}
