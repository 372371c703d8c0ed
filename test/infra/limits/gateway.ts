import { functionIdOf } from '../../host/stack/function-id-of.ts';
import { bytesOf, lengthOf, type Limit } from './limit.ts';

const GATEWAY = 'apigateway/latest/developerguide/http-api-quotas.html';

/** Of the HTTP API. */
export const GATEWAY_LIMITS: readonly Limit[] = [
  {
    of: 'AWS::ApiGatewayV2::Api',
    what: 'routes of an API',
    most: 300,
    source: GATEWAY,
    measure: ({ stack }) => [stack.assembly.ofType('AWS::ApiGatewayV2::Route').length],
  },
  {
    of: 'AWS::ApiGatewayV2::Api',
    what: 'integrations of an API',
    most: 300,
    source: GATEWAY,
    measure: ({ stack }) => [stack.assembly.ofType('AWS::ApiGatewayV2::Integration').length],
  },
  {
    of: 'AWS::ApiGatewayV2::Api',
    what: 'length of the name',
    most: 128,
    source: GATEWAY,
    measure: ({ properties }) => [lengthOf(properties['Name'])],
  },
  {
    of: 'AWS::ApiGatewayV2::Route',
    what: 'slashes at the end of a path, which the service refuses',
    most: 0,
    source: 'apigateway/latest/developerguide/http-api-develop-routes.html',
    measure: ({ properties }) => [Number(/.\/$/u.test(properties['RouteKey']))],
  },
  {
    of: 'AWS::ApiGatewayV2::Integration',
    what: 'seconds of its function, below the 30 of the gateway',
    most: 29,
    source: GATEWAY,
    measure: ({ resource, stack }) => {
      const id = functionIdOf(stack.assembly, resource.Properties['IntegrationUri']);
      return [Number(stack.assembly.resource(id).Properties['Timeout'])];
    },
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
