/** A text with its secrets replaced. */
export interface Redaction {
  text: string;
  /** How many secrets were replaced, 0 when the text is unchanged */
  count: number;
}
