import { functionIdOf } from '../../host/stack/function-id-of.ts';
import { bytesOf, lengthOf, type Limit } from './limit.ts';

const GATEWAY = 'apigateway/latest/developerguide/http-api-quotas.html';

/** Of the HTTP API. */
export const GATEWAY_LIMITS: readonly Limit[] = [
  {
    of: 'AWS::ApiGatewayV2::Api',
    what: 'routes of an API, each with an integration',
    most: 300,
    source: GATEWAY,
    measure: ({ stack }) => [stack.assembly.routes().length],
  },
  {
    of: 'AWS::ApiGatewayV2::Api',
    what: 'length of the name',
    most: 128,
    source: GATEWAY,
    measure: ({ properties }) => [lengthOf(properties['Body'].info.title)],
  },
  {
    of: 'AWS::ApiGatewayV2::Api',
    what: 'slashes at the end of a path, which the service refuses',
    most: 0,
    source: 'apigateway/latest/developerguide/http-api-develop-routes.html',
    measure: ({ stack }) => stack.assembly.routes().map(({ key }) => Number(/.\/$/u.test(key))),
  },
  {
    of: 'AWS::ApiGatewayV2::Api',
    what: 'seconds of its function, below the 30 of the gateway',
    most: 29,
    source: GATEWAY,
    measure: ({ stack: { assembly } }) =>
      assembly
        .routes()
        .map(({ called }) => Number(assembly.resource(functionIdOf(assembly, called)).Properties['Timeout'])),
  },
  {
    of: 'AWS::ApiGatewayV2::Stage',
    what: 'requests a second',
    most: 10_000,
    source: GATEWAY,
    measure: ({ properties }) => [properties['DefaultRouteSettings']?.ThrottlingRateLimit],
  },
  {
    of: 'AWS::ApiGatewayV2::Stage',
    what: 'bytes of the form of a line of the access log',
    most: 3_072,
    source: GATEWAY,
    measure: ({ properties }) => [bytesOf(properties['AccessLogSettings']?.Format)],
  },
];
