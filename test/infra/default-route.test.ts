import { beforeAll, expect } from 'vitest';
import { sharedHost, TestWorkspace, type Reply, type RequestOptions } from '../host/service.ts';
import { sharedStack } from '../host/stack/shared-stack.ts';
import { verifies } from '../support/verifies.ts';

let services: TestWorkspace[];

beforeAll(async () => {
  const hosts = [await sharedStack(), await sharedHost()];
  services = await Promise.all(hosts.map((host) => TestWorkspace.create(host)));
});

/** Requests that the gateway has no route for, in the words of the local server. */
const REQUESTS: [number, string, string, RequestOptions?][] = [
  [200, 'GET', '/api/v1/memories/'],
  [200, 'GET', '/api/v1/memories/graph/'],
  [200, 'POST', '/api/v1/memories/batch-delete/', { body: { memory_ids: [] } }],
  [422, 'POST', '/api/v1/memories/store/', { body: {} }],
  [404, 'GET', '/api/v1/memories/unknown/'],
  [401, 'GET', '/api/v1/memories/', { key: null }],
  [307, 'POST', '/mcp/'],
  [307, 'GET', '/mcp/?a=b'],
  [404, 'GET', '/'],
  [404, 'GET', '/api/v1/nothing'],
  [404, 'POST', '/api/v2/memories'],
  [404, 'GET', '/api/v1//memories'],
  [401, 'GET', '/api/v1/nothing', { key: null }],
  [405, 'PUT', '/api/v1/memories'],
  [405, 'GET', '/api/v1/memories/search'],
  [405, 'PATCH', '/api/v1/relationships/'],
  [405, 'OPTIONS', '/api/v1/memories/store'],
];

const seen = ({ status, headers, text }: Reply) => ({
  status,
  text,
  allow: headers.get('allow'),
  location: headers.get('location'),
  challenge: headers.get('www-authenticate'),
});

verifies('aws.default-route', async () => {
  for (const [status, method, path, options] of REQUESTS) {
    const [stack, local] = await Promise.all(
      services.map((service) => service.request(method, path, options).then(seen)),
    );
    expect(stack, `${method} ${path}`).toEqual(local);
    expect(stack?.status, `${method} ${path}`).toBe(status);
  }
});
