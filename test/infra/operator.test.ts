import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect } from 'vitest';
import { lambdaOperator } from '../../packages/agents/src/operator/lambda-operator.ts';
import { sharedStack } from '../host/stack/shared-stack.ts';
import type { StackHost } from '../host/stack-host.ts';
import { verifies } from '../support/verifies.ts';
import { synthesized } from './assembly.ts';

let host: StackHost;
let lambda: Server;

beforeAll(async () => {
  host = await sharedStack();
  // Lambda's Invoke, for the real client.
  lambda = createServer((request, response) => {
    const name = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/u.exec(request.url ?? '')?.[1] ?? '';
    const invoke = async () => {
      if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256'))
        return response.writeHead(403).end();
      const event: unknown = JSON.parse((await buffer(request)).toString());
      if (!isDeployed(name))
        return response.writeHead(404, { 'x-amzn-errortype': 'ResourceNotFoundException' }).end('{}');
      response.writeHead(200).end(JSON.stringify(await host.invoke(name, event)));
    };
    void invoke();
  });
  lambda.listen(0, '127.0.0.1');
  await once(lambda, 'listening');
  process.env['AWS_ENDPOINT_URL_LAMBDA'] = `http://127.0.0.1:${(lambda.address() as AddressInfo).port}`;
});
afterAll(() => {
  delete process.env['AWS_ENDPOINT_URL_LAMBDA'];
  lambda.close();
});

const isDeployed = (name: string) =>
  host.assembly
    .ofType('AWS::Lambda::Function')
    .some(([, { Properties }]) => Properties['FunctionName'] === name);

verifies('aws.operator', async () => {
  const operator = lambdaOperator('dev');
  const created = await operator.createWorkspace({ name: 'from outside' });
  const reply = await fetch(`${host.url}/api/v1/memories`, {
    headers: { authorization: `Token ${created.key}` },
  });
  expect(reply.status).toBe(200);
  await expect(operator.createWorkspace(JSON.parse('{}'))).rejects.toThrow(/name/u);
  await expect(lambdaOperator('nowhere').listWorkspaces({})).rejects.toThrow(/nowhere-admin/u);
});

verifies(
  'aws.operator',
  () => {
    const { assembly } = synthesized('prod');
    const reachable = JSON.stringify(assembly.routes());
    const [[admin] = []] = assembly
      .ofType('AWS::Lambda::Function')
      .filter(([, { Properties }]) => Properties['FunctionName'] === 'workspace-memory-prod-admin');
    expect(admin).toBeDefined();
    expect(reachable).not.toContain(admin);
    expect(assembly.ofType('AWS::Lambda::Url')).toEqual([]);
  },
  { title: 'the operator function is on no route' },
);
