import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Assembly } from '../../../host/stack/assembly.ts';
import { createHttpApi, type HttpApiOptions } from '../../../host/stack/http-api.ts';
import type { LambdaFunction } from '../../../host/stack/lambda-function.ts';
import { makeFolder } from '../../../support/seeds/make-folder.ts';

const TEMPLATE = {
  Resources: {
    Api: {
      Type: 'AWS::ApiGatewayV2::Api',
      Properties: {
        Body: {
          paths: {
            '/$default': {
              'x-amazon-apigateway-any-method': {
                isDefaultRoute: true,
                'x-amazon-apigateway-integration': {
                  uri: {
                    'Fn::Join': ['', ['functions/', { 'Fn::GetAtt': ['Function', 'Arn'] }, '/invocations']],
                  },
                  credentials: { 'Fn::GetAtt': ['Caller', 'Arn'] },
                  payloadFormatVersion: '2.0',
                },
              },
            },
          },
        },
      },
    },
  },
};

/** A gateway in front of one function, which takes whatever comes. */
async function gateway(
  invoke: () => Promise<unknown>,
  options: Partial<HttpApiOptions> = {},
): Promise<{ url: string; calls: () => number }> {
  const folder = await makeFolder();
  await writeFile(join(folder, 'one.template.json'), JSON.stringify(TEMPLATE));
  let calls = 0;
  const handler = {
    invoke: () => {
      calls += 1;
      return invoke();
    },
  } as Partial<LambdaFunction> as LambdaFunction;
  const server = createHttpApi(new Assembly(folder, 'one'), () => handler, {
    afterRequest: () => {},
    ...options,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls: () => calls };
}

const challenge = async () => ({
  statusCode: 401,
  headers: { 'WWW-Authenticate': 'Bearer' },
  body: '{}',
});

test('a function that answers too late is answered for with 503', async () => {
  const { url } = await gateway(() => new Promise(() => {}), { timeoutMs: 20 });
  const reply = await fetch(url);
  expect([reply.status, await reply.json()]).toEqual([503, { message: 'Service Unavailable' }]);
});

test('the challenge of a 401 keeps its name, or has the one of the gateway', async () => {
  const plain = await fetch((await gateway(challenge)).url);
  expect(plain.headers.get('www-authenticate')).toBe('Bearer');
  const renamed = await fetch((await gateway(challenge, { renamesChallenge: true })).url);
  expect(renamed.headers.get('www-authenticate')).toBeNull();
  expect(renamed.headers.get('x-amzn-remapped-www-authenticate')).toBe('Bearer');
});

test('a request line and headers of more than 10,240 bytes never reach a function', async () => {
  const { url, calls } = await gateway(async () => ({ statusCode: 200, body: '{}' }));
  const statusWith = async (bytes: number) => {
    const sent = request(url, { headers: { 'x-long': 'x'.repeat(bytes) } });
    sent.end();
    const [reply] = (await once(sent, 'response')) as [{ statusCode: number; resume(): void }];
    reply.resume();
    return reply.statusCode;
  };
  expect(await statusWith(10_000)).toBe(200);
  expect(await statusWith(10_240)).toBe(431);
  expect(calls()).toBe(1);
});
