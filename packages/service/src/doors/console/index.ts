export { consoleEndpoint } from './console-endpoint.ts';
