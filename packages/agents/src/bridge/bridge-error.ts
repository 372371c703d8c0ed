/** Why the bridge has no answer of the service to pass on. */
export class BridgeError extends Error {
  readonly code: string;
  /** The same call may succeed later. */
  readonly retryable: boolean;
  /** The connection broke: the service may have ended, or come back at another address. */
  readonly isDisconnected: boolean;

  constructor(
    code: string,
    message: string,
    retryable = false,
    { isDisconnected = false }: { isDisconnected?: boolean } = {},
  ) {
    super(message);
    this.name = 'BridgeError';
    this.code = code;
    this.retryable = retryable;
    this.isDisconnected = isDisconnected;
  }
}
