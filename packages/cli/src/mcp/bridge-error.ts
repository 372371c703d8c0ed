/** Why the bridge has no answer of the service to pass on. */
export class BridgeError extends Error {
  readonly code: string;
  /** The same call may succeed later. */
  readonly retryable: boolean;

  constructor(code: string, message: string, retryable = false) {
    super(message);
    this.name = 'BridgeError';
    this.code = code;
    this.retryable = retryable;
  }
}
