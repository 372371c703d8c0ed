import { existsSync, readFileSync } from 'node:fs';
import {
  createServer,
  request as ask,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { extname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import type { Assembly } from './assembly.ts';

interface Behavior {
  PathPattern?: string;
  TargetOriginId: string;
  AllowedMethods: string[];
  FunctionAssociations?: { FunctionARN: { 'Fn::GetAtt': string[] } }[];
  ResponseHeadersPolicyId: { Ref: string };
}

interface DistributionConfig {
  Origins: { Id: string; OriginPath?: string; CustomOriginConfig?: object }[];
  CacheBehaviors: Behavior[];
  DefaultCacheBehavior: Behavior;
}

interface HeadersPolicy {
  ResponseHeadersPolicyConfig: {
    SecurityHeadersConfig: Record<string, Record<string, unknown>>;
    CustomHeadersConfig: { Items: { Header: string; Value: string }[] };
  };
}

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

/** The distribution of a template: its files as they would be deployed, its function run, and the rest asked of the API. */
export function createDistribution(assembly: Assembly, apiUrl: () => string): Server {
  const [[id] = ['']] = assembly.ofType('AWS::CloudFront::Distribution');
  const config = assembly.resource(id).Properties['DistributionConfig'] as DistributionConfig;
  return createServer((request, response) => {
    const [path = '/'] = (request.url ?? '/').split('?');
    const behavior =
      config.CacheBehaviors.find(({ PathPattern = '' }) => path.startsWith(PathPattern.replace('*', ''))) ??
      config.DefaultCacheBehavior;
    const origin = config.Origins.find(({ Id }) => Id === behavior.TargetOriginId);
    for (const [name, value] of headersOf(assembly, behavior)) response.setHeader(name, value);
    if (!behavior.AllowedMethods.includes(request.method ?? '')) response.writeHead(403).end();
    else if (origin?.CustomOriginConfig) forward(request, response, `${apiUrl()}${origin.OriginPath ?? ''}`);
    else sendFile(response, assembly, shownPath(assembly, behavior, path));
  });
}

function shownPath(assembly: Assembly, { FunctionAssociations = [] }: Behavior, path: string): string {
  const [id = ''] = FunctionAssociations[0]?.FunctionARN['Fn::GetAtt'] ?? [];
  const code = String(assembly.resource(id).Properties['FunctionCode']);
  const event = { request: { uri: path } };
  return (runInNewContext(`${code}; handler(event)`, { event }) as { uri: string }).uri;
}

/** As the deployments of the template write them, each with what its files are kept by. */
function sendFile(response: ServerResponse, assembly: Assembly, path: string): void {
  const isPage = path === '/index.html';
  for (const [, { Properties }] of assembly.ofType('Custom::CDKBucketDeployment')) {
    const { SourceObjectKeys, Include, SystemMetadata } = Properties as {
      SourceObjectKeys: string[];
      Include?: string[];
      SystemMetadata: { 'cache-control': string };
    };
    const file = join(assembly.assetOf(SourceObjectKeys[0] ?? ''), path);
    if ((Include !== undefined) !== isPage || !existsSync(file)) continue;
    const bytes = readFileSync(file);
    response.writeHead(200, {
      'content-type': TYPES[extname(path)] ?? '',
      'cache-control': SystemMetadata['cache-control'],
    });
    response.end(bytes);
    return;
  }
  response.writeHead(403).end();
}

/** All of the request but its host. */
function forward(request: IncomingMessage, response: ServerResponse, origin: string): void {
  const headers = { ...request.headers, host: new URL(origin).host };
  const sent = ask(`${origin}${request.url}`, { method: request.method ?? 'GET', headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  sent.on('error', () => response.destroy());
  request.pipe(sent);
}

function headersOf(assembly: Assembly, { ResponseHeadersPolicyId: { Ref } }: Behavior): [string, string][] {
  const { Properties } = assembly.resource(Ref);
  const { ResponseHeadersPolicyConfig: policy } = Properties as unknown as HeadersPolicy;
  const { ContentSecurityPolicy, FrameOptions, ReferrerPolicy, StrictTransportSecurity } =
    policy.SecurityHeadersConfig;
  return [
    ['content-security-policy', String(ContentSecurityPolicy?.['ContentSecurityPolicy'])],
    ['x-content-type-options', 'nosniff'],
    ['x-frame-options', String(FrameOptions?.['FrameOption'])],
    ['referrer-policy', String(ReferrerPolicy?.['ReferrerPolicy'])],
    ['strict-transport-security', `max-age=${String(StrictTransportSecurity?.['AccessControlMaxAgeSec'])}`],
    ...policy.CustomHeadersConfig.Items.map(({ Header, Value }): [string, string] => [Header, Value]),
  ];
}
