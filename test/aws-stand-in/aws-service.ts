import type { IncomingHttpHeaders } from 'node:http';
import type { AwsError } from './aws-error.ts';

/** A request after its body was read. */
export interface AwsRequest {
  method: string;
  url: URL;
  headers: IncomingHttpHeaders;
  body: Buffer;
  region: string;
}

export interface AwsReply {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** A request before it is carried out: also the line that the call record keeps. */
export interface AwsCall {
  service: ServiceName;
  operation: string;
  /** The IAM action that permits the operation, such as `sqs:SendMessage`. */
  action: string;
  /** ARN of what the operation touches. */
  resource: string;
  /** Further rights that the caller needs, since the service does it in the caller's name. */
  also?: readonly Permission[];
  /** Of the caller's credentials; undefined for a request that is not signed. */
  accessKeyId?: string;
}

/** An action of IAM on a resource. */
export interface Permission {
  action: string;
  resource: string;
}

export type ServiceName = 'secretsmanager' | 'rds-data' | 'sqs' | 's3' | 'bedrock' | 'events';

/** One stand-in; `identify` and `handle` refuse by throwing an AwsError, which `presentError` puts on the wire. */
export interface AwsService {
  identify(request: AwsRequest): AwsCall;
  handle(request: AwsRequest, call: AwsCall): Promise<AwsReply>;
  presentError(error: AwsError): AwsReply;
  close?(): Promise<void>;
}

/** The account that every ARN of the stand-ins names. */
export const ACCOUNT_ID = '123456789012';
