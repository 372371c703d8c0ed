import { handleOperation, type HostContext } from '@memory/service';

/** The operator function: workspaces, keys, queues; on no public route. */
export const handler = (event: unknown, context: HostContext) => handleOperation(event, context);
