import type { RequestPart } from '@memory/contracts';
import type { Workspace } from '@memory/db';
import { redactValue } from '@memory/text/redact';
import { ServiceError } from '../service-error.ts';

/**
 * What a caller sends, without its secrets: replaced, and counted where the request writes. Every request passes here
 * between parsing and work, so that an endpoint or tool cannot forget it.
 * @throws validation_failed with the place and kind of each secret, where the workspace refuses them
 */
export function takeSecretsOut<Input>(
  { secrets }: Pick<Workspace, 'secrets'>,
  input: Input,
  { part, writes }: { part?: RequestPart; writes: boolean },
): { input: Input; redacted: number } {
  const { value, places } = redactValue(input);
  if (secrets === 'refuse' && writes && places.length > 0)
    throw new ServiceError('validation_failed', 'The request holds secrets, which this workspace refuses.', {
      issues: places.map(({ path, kind }) => ({
        loc: part === undefined ? path : [part, ...path],
        msg: `Text should hold no secret; this looks like one of the kind ${kind}`,
        type: 'value_error' as const,
      })),
    });
  return { input: value, redacted: writes ? places.length : 0 };
}
