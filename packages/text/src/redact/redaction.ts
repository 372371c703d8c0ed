/** A text with its secrets replaced. */
export interface Redaction {
  text: string;
  /** The kind of each secret that was replaced; empty when the text is unchanged. */
  kinds: string[];
}
