import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createGateway } from '../../packages/service/src/hosts/node/gateway/gateway.ts';
import { CallLeases } from '@memory/db';
import type { LocalObjectStore } from '@memory/providers/object-store/local';
import type { Runtime } from '@memory/service';
import { TestWorkspace } from './service.ts';

/** Settings of a variant; the rest is the service's own. */
export type VariantParts = Partial<Omit<Runtime, 'settings'>> & { settings?: Partial<Runtime['settings']> };

export interface Variant extends AsyncDisposable {
  /** The same workspace with the same key, called at the variant. */
  service: TestWorkspace;
}

/** One more gateway on the database of a running service, with other settings, rates, clock, log or database. */
export async function serveVariant(service: TestWorkspace, parts: VariantParts): Promise<Variant> {
  const { host } = service;
  const settings = { ...host.services.settings, ...parts.settings };
  // A process of its own has leased nothing yet.
  const leases = new CallLeases();
  const services: Runtime = { ...host.services, leases, ...parts, settings };
  const server = createGateway(services, {
    operatorToken: 'no operator here',
    uploads: host.services.objects as LocalObjectStore,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const variant = {
    ...host,
    services,
    form: settings.memoryIdForm,
    url: `http://127.0.0.1:${port}`,
  };
  return {
    service: new TestWorkspace(variant, service),
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
