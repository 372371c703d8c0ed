import { AwsError } from './aws-error.ts';
import type { AwsReply, AwsRequest } from './aws-service.ts';

type JsonObject = Record<string, unknown>;

/** The body of a JSON request; an empty one is an empty object. @throws SerializationException for anything but an object */
export function readJson(request: AwsRequest): JsonObject {
  if (request.body.length === 0) return {};
  try {
    const value: unknown = JSON.parse(request.body.toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  } catch {
    // Falls through to the refusal below, which both ways of being wrong share.
  }
  throw new AwsError('SerializationException', 400, 'The request body is not a JSON object.');
}

export function jsonReply(body: object, contentType = 'application/json'): AwsReply {
  return { status: 200, headers: { 'content-type': contentType }, body: JSON.stringify(body) };
}

/** An error of the REST-JSON and JSON protocols: the name in a header and in `__type`, the text in `message`. */
export function jsonError(error: AwsError, contentType = 'application/json'): AwsReply {
  return {
    status: error.status,
    headers: { 'content-type': contentType, 'x-amzn-errortype': error.code },
    body: JSON.stringify({ __type: error.code, message: error.message, ...error.details }),
  };
}
