export { consoleEndpoint } from './console-endpoint.ts';
export { ConsoleConfig } from './console-config.ts';
