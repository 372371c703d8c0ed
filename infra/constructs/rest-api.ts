import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import * as gateway from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { ALLOWED_HEADERS, EXPOSED_HEADERS } from '@memory/contracts';
import { acknowledge } from '../acknowledge.ts';
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

/**
 * So many routes are made at a time. The service refuses what meets another change of the same API ("Unable to complete
 * operation due to concurrent modification"), which CloudFormation repeats only so often.
 */
const ROUTES_AT_ONCE = 10;

/** The policies of a role hold 10,240 characters, and a function takes some 140 of them. */
const ROUTES_OF_A_ROLE = 50;

export interface RestApiProps {
  name: string;
  environment: Environment;
  /** Takes what no route matches. */
  fallback: IFunction;
}

/** The HTTP API: exact routes to functions, and `$default` for the rest. Keys are checked by the functions. */
export class RestApi extends Construct {
  readonly api: gateway.HttpApi;
  /** Where callers reach it, without a slash at the end. */
  readonly url: string;
  /** The target of a CNAME of the service's own name; undefined without such a name. */
  readonly domainTarget: string | undefined;
  readonly #routes: gateway.HttpRoute[] = [];
  /** Roles by which the gateway calls functions: few, where a permission by route would be a resource each of the 500 of a stack. */
  readonly #callers: Role[] = [];

  constructor(scope: Construct, id: string, { name, environment, fallback }: RestApiProps) {
    super(scope, id);
    const { throttle, domain, corsOrigins, logRetentionDays, logCallers } = environment;
    this.api = new gateway.HttpApi(this, 'Api', {
      apiName: name,
      createDefaultStage: false,
      ...(corsOrigins.length > 0 ? { corsPreflight: corsPreflight(corsOrigins) } : {}),
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
    this.#add('Fallback', gateway.HttpRouteKey.DEFAULT, fallback);
  }

  /** @param path with `{name}` where a parameter stands; a slash at its end is left to `$default`, as the gateway has none */
  addRoute(method: keyof typeof gateway.HttpMethod, path: string, handler: IFunction): void {
    const exact = path.replace(/\/$/u, '');
    this.#add(
      `${method}${exact}`.replaceAll(/[^A-Za-z0-9]+/gu, '-'),
      gateway.HttpRouteKey.with(exact, gateway.HttpMethod[method]),
      handler,
    );
  }

  #callerOf(route: number): Role {
    const place = Math.floor(route / ROUTES_OF_A_ROLE);
    return (this.#callers[place] ??= new Role(this, place === 0 ? 'Caller' : `Caller${place + 1}`, {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    }));
  }

  #add(id: string, routeKey: gateway.HttpRouteKey, handler: IFunction): void {
    const caller = this.#callerOf(this.#routes.length);
    const route = new gateway.HttpRoute(this, id, {
      httpApi: this.api,
      routeKey,
      integration: new FunctionIntegration(`${id}Integration`, handler, caller),
    });
    caller.addToPolicy(
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [handler.functionArn] }),
    );
    const earlier = this.#routes.at(-ROUTES_AT_ONCE);
    if (this.#routes.length >= ROUTES_AT_ONCE && earlier) route.node.addDependency(earlier);
    this.#routes.push(route);
    acknowledge(
      route,
      'APIG4',
      'Functions check the key themselves: an authorizer would cache revoked keys and could not word its refusals.',
    );
  }
}

/** A function that is called as a role; CDK's own integration knows permissions by route only. */
class FunctionIntegration extends gateway.HttpRouteIntegration {
  readonly #config: gateway.HttpRouteIntegrationConfig;

  constructor(id: string, handler: IFunction, caller: Role) {
    super(id);
    this.#config = {
      type: gateway.HttpIntegrationType.AWS_PROXY,
      uri: handler.functionArn,
      payloadFormatVersion: gateway.PayloadFormatVersion.VERSION_2_0,
      credentials: gateway.IntegrationCredentials.fromRole(caller),
    };
  }

  override bind(): gateway.HttpRouteIntegrationConfig {
    return this.#config;
  }
}

function corsPreflight(origins: readonly string[]): gateway.CorsPreflightOptions {
  return {
    allowOrigins: [...origins],
    allowMethods: [gateway.CorsHttpMethod.ANY],
    allowHeaders: [...ALLOWED_HEADERS],
    exposeHeaders: [...EXPOSED_HEADERS],
    maxAge: Duration.hours(1),
  };
}
