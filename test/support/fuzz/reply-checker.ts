import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { CODED_ERRORS, ERRORS, ErrorReply, routes, type Route } from '@memory/contracts';
import { allTools, toolJsonSchemas, type ToolName } from '@memory/contracts/tools';
import { matchRoute } from '@memory/service';
import type { Reply, TestWorkspace } from '../../host/test-workspace.ts';

/** Says what is wrong with an answer by the interface's own documents; undefined where nothing is. */
export interface ReplyChecker {
  rest(route: Route, path: string, reply: Reply): string | undefined;
  tool(name: ToolName, reply: Reply): string | undefined;
}

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, { content?: object }> }>>;
}

export async function createReplyChecker(service: TestWorkspace): Promise<ReplyChecker> {
  const document = (await service.get('/api/v1/openapi.json')).body as Document;
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema(document, 'openapi');

  function fits(pointer: readonly string[], body: unknown): string | undefined {
    const path = pointer.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')));
    const $ref = `openapi#/${path.join('/')}`;
    const validate = ajv.getSchema($ref) ?? ajv.compile({ $ref });
    return validate(body) ? undefined : ajv.errorsText(validate.errors);
  }

  return {
    rest({ method, path: meant }, path, reply) {
      if (!reply.headers.get('x-request-id')) return 'has no X-Request-Id';
      if (reply.status === 401 && !reply.headers.get('www-authenticate')) return 'has no WWW-Authenticate';
      if (reply.status === 429 && !/^\d+$/u.test(reply.headers.get('retry-after') ?? ''))
        return 'has no Retry-After';
      // A hostile parameter may lead to another endpoint, or to none.
      const { match } = matchRoute(method, decode(path));
      const found = match ? routes[match.name].path : meant;
      if (!match && [401, 404, 405, 429].includes(reply.status))
        return ErrorReply.safeParse(reply.body).success ? undefined : 'is no refusal of a path';
      const { responses = {} } = document.paths[found]?.[method.toLowerCase()] ?? {};
      const documented = responses[reply.status];
      if (!documented) return 'has a status that is not documented';
      if (!documented.content) return reply.text === '' ? undefined : 'has a body where none is documented';
      const steps = ['paths', found, method.toLowerCase(), 'responses', String(reply.status)];
      return fits([...steps, 'content', 'application/json', 'schema'], reply.body);
    },
    tool(name, reply) {
      if ([401, 403, 413, 429].includes(reply.status))
        return ErrorReply.safeParse(reply.body).success ? undefined : 'is no refusal';
      const { result, error } = (reply.body ?? {}) as Message;
      if (error) return typeof error.code === 'number' ? undefined : 'has an error without a code';
      if (reply.status !== 200 || !result) return 'is no answer to a message';
      if (result.isError) return toolErrorFault(result.content[0]?.text);
      const { outputSchema } = toolJsonSchemas(allTools[name], service.form);
      return ajv.validate(outputSchema, result.structuredContent) ? undefined : ajv.errorsText();
    },
  };
}

interface Message {
  error?: { code: unknown };
  result?: { isError?: boolean; content: { text?: string }[]; structuredContent?: unknown };
}

function toolErrorFault(text = ''): string | undefined {
  try {
    const { code, message, retryable } = JSON.parse(text) as Record<string, unknown>;
    const isKnown =
      typeof code === 'string' && (Object.hasOwn(ERRORS, code) || CODED_ERRORS.has(code as never));
    return isKnown && typeof message === 'string' && typeof retryable === 'boolean'
      ? undefined
      : `has an error that is not documented: ${text.slice(0, 100)}`;
  } catch {
    return `has an error that is no JSON: ${text.slice(0, 100)}`;
  }
}

/** As the gateway does. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
