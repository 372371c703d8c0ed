import { bytesOf, lengthOf, numberOf, nameOf, type Limit } from './limit.ts';
import { sizeOf } from './size-of.ts';

const LAMBDA = 'lambda/latest/dg/gettingstarted-limits.html';
const MAPPINGS = 'lambda/latest/api/API_CreateEventSourceMapping.html';

/** Of functions, their versions, rights to call them and the queues that they listen to. */
export const LAMBDA_LIMITS: readonly Limit[] = [
  {
    of: 'AWS::Lambda::LayerVersion',
    what: 'length of the description',
    most: 256,
    source: 'lambda/latest/api/API_PublishLayerVersion.html',
    measure: ({ properties }) => [lengthOf(properties['Description'] ?? '')],
  },
  {
    of: 'AWS::Lambda::Function',
    what: 'bytes of all variables as JSON (AWS: 4,096)',
    most: 3_800,
    source: LAMBDA,
    measure: ({ properties }) => [bytesOf(properties['Environment']?.Variables ?? {})],
  },
  { of: 'AWS::Lambda::Function', what: 'length of the name', most: 64, source: LAMBDA, measure: nameOf },
  {
    of: 'AWS::Lambda::Function',
    what: 'length of the description',
    most: 256,
    source: 'lambda/latest/api/API_CreateFunction.html',
    measure: ({ properties }) => [lengthOf(properties['Description'])],
  },
  {
    of: 'AWS::Lambda::Function',
    what: 'seconds that a call may take',
    most: 900,
    source: LAMBDA,
    measure: ({ properties }) => [numberOf(properties['Timeout'])],
  },
  {
    of: 'AWS::Lambda::Function',
    what: 'MB of memory (new accounts: 3,008)',
    least: 128,
    most: 3_008,
    source: LAMBDA,
    measure: ({ properties }) => [numberOf(properties['MemorySize'])],
  },
  {
    of: 'AWS::Lambda::Function',
    what: 'bytes of the code, unpacked',
    most: 250 * 1_024 * 1_024,
    source: LAMBDA,
    measure: ({ id, stack }) => [sizeOf(stack.assembly.codeOf(id))],
  },
  {
    of: 'AWS::Lambda::Function',
    what: 'bytes of its resource-based policy',
    most: 20_480,
    source: LAMBDA,
    measure: ({ id, stack }) => [
      stack.assembly
        .ofType('AWS::Lambda::Permission')
        .filter(([, { Properties }]) => JSON.stringify(Properties['FunctionName']).includes(`"${id}"`))
        // As the service writes a statement around what it is given.
        .reduce((sum, [, { Properties }]) => sum + bytesOf(stack.resolver.resolve(Properties)) + 200, 0),
    ],
  },
  {
    of: 'AWS::Lambda::EventSourceMapping',
    what: 'messages in a batch without a window',
    least: 1,
    most: 10,
    source: MAPPINGS,
    measure: ({ properties }) => [
      properties['MaximumBatchingWindowInSeconds'] ? undefined : numberOf(properties['BatchSize']),
    ],
  },
  {
    of: 'AWS::Lambda::EventSourceMapping',
    what: 'seconds of a window',
    least: 0,
    most: 300,
    source: MAPPINGS,
    measure: ({ properties }) => [numberOf(properties['MaximumBatchingWindowInSeconds'])],
  },
  {
    of: 'AWS::Lambda::EventSourceMapping',
    what: 'calls at once',
    least: 2,
    most: 1_000,
    source: 'lambda/latest/api/API_ScalingConfig.html',
    measure: ({ properties }) => [numberOf(properties['ScalingConfig']?.MaximumConcurrency)],
  },
  {
    of: 'AWS::Lambda::EventSourceMapping',
    what: "times the function's timeout for which the queue hides a message (refused below 1, advised from 6)",
    least: 6,
    source: 'lambda/latest/dg/services-sqs-configure.html',
    measure: ({ resource, stack }) => {
      const [queue = ''] = (resource.Properties['EventSourceArn'] as { 'Fn::GetAtt': string[] })[
        'Fn::GetAtt'
      ];
      const worker = (resource.Properties['FunctionName'] as { Ref: string }).Ref;
      const { VisibilityTimeout } = stack.assembly.resource(queue).Properties;
      return [Number(VisibilityTimeout) / Number(stack.assembly.resource(worker).Properties['Timeout'])];
    },
  },
  {
    of: 'Custom::Trigger',
    what: 'milliseconds, of the 15 minutes that a function has',
    most: 900_000,
    source: LAMBDA,
    measure: ({ properties }) => [numberOf(properties['Timeout'])],
  },
  {
    of: 'AWS::Lambda::Alias',
    what: 'length of the name',
    least: 1,
    most: 128,
    source: 'lambda/latest/api/API_CreateAlias.html',
    measure: nameOf,
  },
];
