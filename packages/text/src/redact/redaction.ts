/** A text with its secrets replaced. */
export type Redaction = {
  text: string;
  /** how many secrets were replaced, 0 when the text is unchanged */
  count: number;
};
