/** A model's answer that cannot be used; none of it may be stored. */
export class ExtractionError extends Error {
  readonly code: 'invalid_shape' | 'unknown_citation';

  constructor(code: ExtractionError['code'], message: string) {
    super(message);
    this.name = 'ExtractionError';
    this.code = code;
  }
}
