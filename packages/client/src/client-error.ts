import type { ValidationIssue } from '@memory/contracts';

/** What a refusal of the service says; whatever stands between may have answered instead. */
interface Body {
  detail?: string | ValidationIssue[];
  code?: string;
}

/** An answer of the service that is not a success. */
export class ClientError extends Error {
  readonly status: number;
  /** Present on coded errors. */
  readonly code: string | undefined;
  /** Present when the request was not valid. */
  readonly issues: ValidationIssue[] | undefined;
  /** Seconds after which the call may succeed; of 429 and 503. */
  readonly retryAfterSeconds: number | undefined;

  constructor(response: Pick<Response, 'status' | 'headers'>, text: string) {
    const { detail, code } = bodyOf(text);
    super(
      typeof detail === 'string'
        ? detail
        : (detail?.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ') ??
            `The service answered ${response.status}.`),
    );
    this.name = 'ClientError';
    this.status = response.status;
    this.code = code;
    this.issues = Array.isArray(detail) ? detail : undefined;
    const retryAfter = response.headers.get('retry-after');
    this.retryAfterSeconds = retryAfter === null ? undefined : Number(retryAfter);
  }
}

/** Without a library of schemas, which would be most of a client in a browser. */
function bodyOf(text: string): Body {
  const { detail, code } = parseObject(text);
  if (typeof detail === 'string') return typeof code === 'string' ? { detail, code } : { detail };
  return Array.isArray(detail) && detail.every(isIssue) ? { detail } : {};
}

const isIssue = (value: unknown): value is ValidationIssue => {
  const { loc, msg } = (value ?? {}) as Partial<ValidationIssue>;
  return Array.isArray(loc) && typeof msg === 'string';
};

function parseObject(text: string): Record<string, unknown> {
  try {
    return (JSON.parse(text) ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}
