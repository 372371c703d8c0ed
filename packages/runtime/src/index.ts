export { Config, LOCAL_DEFAULTS, readConfig } from './config/config.ts';
export { SERVICE_VERSION } from './config/service-version.ts';
export { createServices, databaseConfig, type Runtime, type RuntimeParts } from './create-services.ts';
export type { EndpointHandler, EndpointResult, HostContext } from './endpoint-context.ts';
export { endpoint } from './endpoint.ts';
export { fallback } from './fallback.ts';
export { createLogger, type Log } from './logger.ts';
export { matchRoute } from './match-route.ts';
export { notImplemented } from './not-implemented.ts';
