import type { ServiceError } from '@memory/core';
import type { EndpointHandler } from './endpoint-context.ts';
import { serve } from './endpoint.ts';
import { presentRefusal, withHeaders } from './middleware/reply.ts';

/** A handler for what a host refuses before any endpoint is asked; it answers and is logged as theirs are. */
export const refusing =
  (refusal: ServiceError): EndpointHandler =>
  (event, context) =>
    serve('$refused', event, context, async (prepared) => withHeaders(prepared, presentRefusal(refusal)));
