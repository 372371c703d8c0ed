/** A failure of the embedded engine; the fields are those of a driver's error. */
export class EngineError extends Error {
  /** SQLSTATE. */
  readonly code: string;

  constructor({ message, code, ...fields }: Record<string, unknown>) {
    super(String(message));
    this.name = 'EngineError';
    this.code = String(code ?? 'XX000');
    Object.assign(this, fields);
  }
}

export const statementTimeout = (limitMs: number) =>
  new EngineError({ message: `The statement took longer than ${limitMs} ms.`, code: '57014' });

/** Whether it was committed is not known. */
export const engineEnded = () =>
  new EngineError({ message: 'The embedded engine ended; it starts again.', code: '08006' });
