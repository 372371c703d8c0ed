import { AwsError } from './aws-error.ts';
import type { AwsCall, AwsReply, AwsRequest, AwsService } from './aws-service.ts';
import { jsonError, jsonReply, readJson } from './json-protocol.ts';

const CONTENT_TYPE = 'application/x-amz-json-1.1';

/** Secrets Manager: GetSecretValue alone. */
export class SecretsStandIn implements AwsService {
  readonly #secrets: ReadonlyMap<string, string>;

  constructor(secrets: ReadonlyMap<string, string> = new Map()) {
    this.#secrets = secrets;
  }

  identify(request: AwsRequest): AwsCall {
    const operation = String(request.headers['x-amz-target']).replace('secretsmanager.', '');
    const resource = String(readJson(request)['SecretId']);
    return { service: 'secretsmanager', operation, action: `secretsmanager:${operation}`, resource };
  }

  async handle(_request: AwsRequest, { operation, resource }: AwsCall): Promise<AwsReply> {
    if (operation !== 'GetSecretValue') throw new AwsError('UnknownOperationException', 400, operation);
    const SecretString = this.#secrets.get(resource);
    if (SecretString === undefined)
      throw new AwsError(
        'ResourceNotFoundException',
        400,
        "Secrets Manager can't find the specified secret.",
      );
    return jsonReply({ ARN: resource, SecretString }, CONTENT_TYPE);
  }

  presentError(error: AwsError): AwsReply {
    return jsonError(error, CONTENT_TYPE);
  }
}
