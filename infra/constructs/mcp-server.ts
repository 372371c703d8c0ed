import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { RestApi } from './rest-api.ts';

/** Paths under which clients look for who issues the tokens that the tool server takes (RFC 9728). */
const METADATA_PATHS = ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'];

/** The tool server behind the same API: one function for `/mcp`, in every method, and for what tells clients how to log in. */
export class McpServer extends Construct {
  constructor(scope: Construct, id: string, { api, handler }: { api: RestApi; handler: LambdaFunction }) {
    super(scope, id);
    api.addRoute('ANY', '/mcp', handler);
    for (const path of METADATA_PATHS) api.addRoute('GET', path, handler);
  }
}
