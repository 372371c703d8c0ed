import { readConfig } from '../../config/config.ts';
import { createServices, type Runtime } from '../../create-services.ts';

let services: Promise<Runtime> | undefined;

/** The services of this Lambda, made once from its environment; a failed start is tried again by the next call. */
export function lambdaServices(): Promise<Runtime> {
  services ??= createServices(readConfig(process.env)).catch((error: unknown) => {
    services = undefined;
    throw error;
  });
  return services;
}
