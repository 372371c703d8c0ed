import { REDACTED_SECRETS_HEADER, type RequestPart } from '@memory/contracts';
import type { Workspace } from '@memory/db';
import { redactValue, type RedactedPlace } from '@memory/redact';
import { ServiceError } from '../service-error.ts';

export interface Inspection {
  part?: RequestPart;
  writes: boolean;
  /** Secrets that the client replaced before it sent the request. */
  before?: number;
  /** Whether documents may come as the bytes of their files; what is read from those is looked through later. */
  files?: boolean;
}

/**
 * A caller's input without its secrets: replaced, and counted where the request writes. Every request passes here
 * between parsing and work, so that an endpoint or tool cannot forget it.
 * @throws validation_failed with the place and kind of each secret, where the workspace refuses them
 */
export function takeSecretsOut<Input>(
  workspace: Pick<Workspace, 'secrets'>,
  input: Input,
  inspection: Inspection,
): { input: Input; redacted: number } {
  const { value, places } = redactValue(input, { files: inspection.files ?? false });
  return { input: value, redacted: countSecrets(workspace, places, inspection) };
}

/** How many secrets a caller is told of, wherever they were replaced. @throws validation_failed as above */
export function countSecrets(
  { secrets }: Pick<Workspace, 'secrets'>,
  places: readonly RedactedPlace[],
  { part, writes, before = 0 }: Inspection,
): number {
  if (!writes) return 0;
  if (secrets === 'refuse' && places.length + before > 0)
    throw new ServiceError('validation_failed', 'The request holds secrets, which this workspace refuses.', {
      issues: [
        ...(before > 0 ? [replacedByClient(before)] : []),
        ...places.map(({ path, kind }) => ({
          loc: part === undefined ? path : [part, ...path],
          msg: `Text should hold no secret; this looks like one of the kind ${kind}`,
          type: 'value_error' as const,
        })),
      ],
    });
  return places.length + before;
}

const replacedByClient = (count: number) => ({
  loc: ['header', REDACTED_SECRETS_HEADER],
  msg: `Text should hold no secret, which this workspace refuses; the client found ${count} and replaced them before it sent the request`,
  type: 'value_error' as const,
});
