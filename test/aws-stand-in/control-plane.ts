import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface ControlPlaneOptions {
  stackName: string;
  /** Outputs of the stack. */
  outputs: Record<string, string>;
  /** Calls a function by its name; undefined where there is none. */
  invoke?: (name: string, event: unknown) => Promise<unknown>;
  alarms?: readonly string[];
  /** CloudWatch's note of the notification of an alarm. */
  notified?: string;
}

export interface ControlPlane {
  /** Every state that an alarm was set to, oldest first. */
  readonly states: { alarm: string; state: string }[];
  close(): Promise<void>;
}

const VARIABLES = ['CLOUDFORMATION', 'CLOUDWATCH', 'LAMBDA'].map((service) => `AWS_ENDPOINT_URL_${service}`);

/** AWS as the operator of a deployment asks it: outputs of the stack, alarms, and the operator function. */
export async function startControlPlane(options: ControlPlaneOptions): Promise<ControlPlane> {
  const states: ControlPlane['states'] = [];
  const server = createServer((request, response) => {
    void answer(request, response, options, states).catch((error: unknown) =>
      response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  for (const name of VARIABLES)
    process.env[name] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    states,
    close: async () => {
      for (const name of VARIABLES) Reflect.deleteProperty(process.env, name);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  options: ControlPlaneOptions,
  states: ControlPlane['states'],
): Promise<void> {
  const body = (await buffer(request)).toString();
  if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256'))
    return void response.writeHead(403).end();
  const invoked = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/u.exec(request.url ?? '')?.[1];
  if (invoked !== undefined) {
    const reply = await options.invoke?.(invoked, JSON.parse(body));
    if (reply !== undefined) return void response.writeHead(200).end(JSON.stringify(reply));
    return void response.writeHead(404, { 'x-amzn-errortype': 'ResourceNotFoundException' }).end('{}');
  }
  const operation = String(request.headers['x-amz-target'] ?? '')
    .split('.')
    .pop();
  if (operation) {
    const reply = watch(operation, JSON.parse(body) as Record<string, string>, options, states);
    return void response
      .writeHead(200, { 'content-type': 'application/x-amz-json-1.0' })
      .end(JSON.stringify(reply));
  }
  const asked = new URLSearchParams(body);
  const known = asked.get('Action') === 'DescribeStacks' && asked.get('StackName') === options.stackName;
  response
    .writeHead(known ? 200 : 400, { 'content-type': 'text/xml' })
    .end(known ? describeStacks(options) : NO_STACK);
}

/** CloudWatch, as far as alarms go. */
function watch(
  operation: string,
  input: Record<string, string>,
  { alarms = [], notified = 'Successfully executed action' }: ControlPlaneOptions,
  states: ControlPlane['states'],
): object {
  switch (operation) {
    case 'DescribeAlarms':
      return {
        MetricAlarms: alarms
          .filter((name) => name.startsWith(input['AlarmNamePrefix'] ?? ''))
          .map((AlarmName) => ({
            AlarmName,
            StateValue: 'OK',
            AlarmActions: ['arn:aws:sns:eu-central-1:123456789012:alarms'],
          })),
      };
    case 'SetAlarmState':
      states.push({ alarm: input['AlarmName'] ?? '', state: input['StateValue'] ?? '' });
      return {};
    case 'DescribeAlarmHistory':
      return {
        AlarmHistoryItems: states.some(({ alarm }) => alarm === input['AlarmName'])
          ? [
              { HistoryItemType: 'Action', HistorySummary: notified },
              { HistoryItemType: 'StateUpdate', HistorySummary: 'Alarm updated from OK to ALARM' },
            ]
          : [],
      };
    default:
      throw new Error(`No stand-in for ${operation}.`);
  }
}

const describeStacks = ({ stackName, outputs }: ControlPlaneOptions): string => {
  const members = Object.entries(outputs).map(
    ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  return `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks><member>
    <StackName>${stackName}</StackName><StackStatus>CREATE_COMPLETE</StackStatus><Outputs>${members.join('')}</Outputs>
    </member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
};

const NO_STACK =
  '<ErrorResponse><Error><Type>Sender</Type><Code>ValidationError</Code><Message>Stack does not exist</Message></Error></ErrorResponse>';
