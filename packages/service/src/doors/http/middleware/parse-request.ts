import type { MiddlewareObj } from '@middy/core';
import * as z from 'zod';
import {
  PATH_IDENTIFIERS,
  text,
  toValidationIssues,
  type RequestPart,
  type Route,
  type ValidationIssue,
} from '@memory/contracts';
import { redactedBefore, ServiceError, takeSecretsOut } from '@memory/core';
import { readBytes, parseJson, TooDeepError } from '../request-body.ts';
import { authenticated, type EndpointEvent } from '../endpoint-context.ts';

/** Parameters of a path that are no identifiers must be text that the database can hold (decision 6). */
const Names = z.preprocess(
  (given: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(given).filter(([name]) => !PATH_IDENTIFIERS.has(name))),
  z.record(z.string(), text()),
);

/** 413, 415, 422: the whole request is read and every fault told in one answer; its secrets stay outside. */
export function parseRequest(route: Route): MiddlewareObj<EndpointEvent> {
  return {
    before({ event }) {
      const issues: ValidationIssue[] = [];
      const check = (part: RequestPart, schema: z.ZodType, value: unknown): unknown => {
        const parsed = schema.safeParse(value, { reportInput: true });
        if (parsed.success) return parsed.data;
        issues.push(...toValidationIssues(part, parsed.error.issues));
        return undefined;
      };
      const { pathParameters = {} } = event;
      check('path', Names, pathParameters);
      const input: Record<string, unknown> = { path: pathParameters };
      const bytes = readBytes(event);
      if (route.body)
        input['body'] = check('body', route.body, readJson(bytes, event.headers['content-type']));
      if (route.query) {
        const query = readQuery(route.query, event.rawQueryString);
        issues.push(...query.issues);
        input['query'] = check('query', route.query, query.values);
      }
      if (issues.length > 0)
        throw new ServiceError('validation_failed', 'The request is not valid.', { issues });
      const workspace = authenticated(event.state);
      // A value that is only looked up is masked like one that is stored, so that it is found, and no caller needs to be told.
      const clean = takeSecretsOut(workspace, input, {
        writes: route.rate !== 'read',
        before: redactedBefore(event.headers),
        files: route.uses?.includes('documents') ?? false,
      });
      event.state.redacted = clean.redacted;
      event.state.input = clean.input;
    },
  };
}

function readJson(bytes: Buffer, contentType = ''): unknown {
  if (bytes.length === 0) return undefined;
  try {
    return parseJson(bytes);
  } catch (error) {
    if (/^(?:application\/x-www-form-urlencoded|multipart\/)/iu.test(contentType))
      throw new ServiceError('unsupported_media_type', 'Send the body as JSON (application/json).');
    throw new ServiceError('validation_failed', 'The body is not valid JSON.', {
      issues: [
        {
          loc: ['body'],
          msg: error instanceof TooDeepError ? error.message : 'The body is not valid JSON',
          type: 'json_invalid',
        },
      ],
    });
  }
}

/**
 * A query string as the schema wants it: a list where the schema has one, else a single value. It is read from the raw
 * string, since the gateway's own map joins repeated values with commas, and a tag may contain one.
 */
function readQuery(schema: z.ZodType, rawQueryString: string) {
  const parameters = new URLSearchParams(rawQueryString);
  const values: Record<string, string | string[]> = {};
  const issues: ValidationIssue[] = [];
  if (!(schema instanceof z.ZodObject)) return { values, issues };
  for (const [name, field] of Object.entries(schema.shape)) {
    const given = parameters.getAll(name);
    const [first] = given;
    if (first === undefined) continue;
    if (isList(field)) values[name] = given;
    else if (given.length === 1) values[name] = first;
    else
      issues.push({ loc: ['query', name], msg: 'Parameter should be given once', type: 'multiple_values' });
  }
  return { values, issues };
}

function isList(field: z.core.$ZodType): boolean {
  if (field instanceof z.ZodArray) return true;
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) return isList(field.unwrap());
  return field instanceof z.ZodPipe && isList(field.in);
}
