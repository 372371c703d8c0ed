import { Aws, Duration, Lazy, RemovalPolicy } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import * as gateway from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { ALLOWED_HEADERS, EXPOSED_HEADERS, MCP_PATH, OAUTH_METADATA_PATHS } from '@memory/contracts';
import type { Environment } from '../environments.ts';

/** One line a request, of what the gateway itself knows; keys, queries and bodies are not among it. */
const ACCESS_LOG = {
  requestId: '$context.requestId',
  time: '$context.requestTime',
  route: '$context.routeKey',
  status: '$context.status',
  latencyMs: '$context.responseLatency',
  functionMs: '$context.integration.latency',
  error: '$context.error.message',
  integrationError: '$context.integrationErrorMessage',
};

/** The caller, where the environment wants it known. */
const CALLERS = { address: '$context.identity.sourceIp', userAgent: '$context.identity.userAgent' };

/** The policies of a role hold 10,240 characters, and a function takes some 140 of them. */
const ROUTES_OF_A_ROLE = 50;

export interface RestApiProps {
  name: string;
  environment: Environment;
  /** Takes what no route matches. */
  fallback: IFunction;
}

/**
 * The HTTP API: exact routes to functions, and `$default` for the rest. Keys are checked by the functions: an authorizer would cache
 * revoked keys and could not word its refusals. The routes are one description in OpenAPI, which the gateway takes as a whole: as
 * resources each would be two of the 500 of a stack, and the service refuses several changes of one API at the same time.
 */
export class RestApi extends Construct {
  readonly api: gateway.IHttpApi;
  /** Where callers reach it, without a slash at the end. */
  readonly url: string;
  /** The target of a CNAME of the service's own name; undefined without such a name. */
  readonly domainTarget: string | undefined;
  readonly #paths: Record<string, Record<string, object>> = {};
  #routeCount = 0;
  /** Roles by which the gateway calls functions: few, where a permission by route would be a resource each. */
  readonly #callers: Role[] = [];

  constructor(scope: Construct, id: string, { name, environment, fallback }: RestApiProps) {
    super(scope, id);
    const { throttle, domain, corsOrigins, logRetentionDays, logCallers } = environment;
    const { ref, attrApiEndpoint } = new gateway.CfnApi(this, 'Api', {
      failOnWarnings: true,
      body: Lazy.any({
        produce: () => ({
          openapi: '3.0.1',
          info: { title: name, version: '1' },
          paths: this.#paths,
          ...(corsOrigins.length > 0 ? { 'x-amazon-apigateway-cors': cors(corsOrigins) } : {}),
        }),
      }),
    });
    this.api = gateway.HttpApi.fromHttpApiAttributes(this, 'Described', {
      httpApiId: ref,
      apiEndpoint: attrApiEndpoint,
    });
    const log = new logs.LogGroup(this, 'AccessLog', {
      // Below this prefix the service may write without a line in the account's policy of logs, which holds 5,120 characters.
      logGroupName: `/aws/vendedlogs/${name}/gateway`,
      retention: logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const domainName = domain
      ? new gateway.DomainName(this, 'Domain', {
          domainName: domain.name,
          certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
        })
      : undefined;
    new gateway.HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: throttle.rate, burstLimit: throttle.burst },
      accessLogSettings: {
        destination: new gateway.LogGroupLogDestination(log),
        format: AccessLogFormat.custom(JSON.stringify({ ...ACCESS_LOG, ...(logCallers ? CALLERS : {}) })),
      },
      ...(domainName ? { domainMapping: { domainName } } : {}),
    });
    this.domainTarget = domainName?.regionalDomainName;
    this.url = domain ? `https://${domain.name}` : this.api.apiEndpoint;
    this.#add('/$default', ANY, { isDefaultRoute: true, ...this.#calls(fallback) });
  }

  /** @param path with `{name}` where a parameter stands; a slash at its end is left to `$default`, as the gateway has none */
  addRoute(method: keyof typeof gateway.HttpMethod, path: string, handler: IFunction): void {
    const exact = path.replace(/\/$/u, '');
    const parameters = [...exact.matchAll(/\{(\w+)\+?\}/gu)].map(([, parameter]) => ({
      name: parameter,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    }));
    this.#add(exact, method === 'ANY' ? ANY : method.toLowerCase(), { parameters, ...this.#calls(handler) });
  }

  #add(path: string, method: string, operation: object): void {
    this.#paths[path] = { ...this.#paths[path], [method]: operation };
  }

  #calls(handler: IFunction): object {
    const place = Math.floor(this.#routeCount / ROUTES_OF_A_ROLE);
    this.#routeCount += 1;
    const caller = (this.#callers[place] ??= new Role(this, place === 0 ? 'Caller' : `Caller${place + 1}`, {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    }));
    caller.addToPolicy(
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [handler.functionArn] }),
    );
    return {
      responses: { default: { description: '' } },
      'x-amazon-apigateway-integration': {
        type: 'aws_proxy',
        httpMethod: 'POST',
        uri: `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}:lambda:path/2015-03-31/functions/${handler.functionArn}/invocations`,
        payloadFormatVersion: '2.0',
        credentials: caller.roleArn,
      },
    };
  }
}

/** Every method, where a path has no other entry. */
const ANY = 'x-amazon-apigateway-any-method';

const cors = (origins: readonly string[]) => ({
  allowOrigins: [...origins],
  allowMethods: ['*'],
  allowHeaders: [...ALLOWED_HEADERS],
  exposeHeaders: [...EXPOSED_HEADERS],
  maxAge: Duration.hours(1).toSeconds(),
});

/** The tool server behind the same API: one function for `/mcp`, in every method, and for what tells clients how to log in. */
export class McpServer extends Construct {
  constructor(scope: Construct, id: string, { api, handler }: { api: RestApi; handler: IFunction }) {
    super(scope, id);
    api.addRoute('ANY', MCP_PATH, handler);
    for (const path of OAUTH_METADATA_PATHS) api.addRoute('GET', path, handler);
  }
}
