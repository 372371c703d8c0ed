import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { MCP_PATH, OAUTH_METADATA_PATHS } from '@memory/contracts';
import type { RestApi } from './rest-api.ts';

/** The tool server behind the same API: one function for `/mcp`, in every method, and for what tells clients how to log in. */
export class McpServer extends Construct {
  constructor(scope: Construct, id: string, { api, handler }: { api: RestApi; handler: IFunction }) {
    super(scope, id);
    api.addRoute('ANY', MCP_PATH, handler);
    for (const path of OAUTH_METADATA_PATHS) api.addRoute('GET', path, handler);
  }
}
