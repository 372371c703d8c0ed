export type { Caller } from './server/call-tool.ts';
export { createServer, offeredTools, type ServerOptions } from './server/create-server.ts';
export { handleMessage } from './server/handle-message.ts';
export { parseMessage } from './server/message.ts';
export { serveRequest } from './server/serve-request.ts';
