import { under } from '../requirement.ts';

/** The tool server: transports, keys, results, schemas, stdio bridge. */
export const mcpServer = under({
  'docs/specification.md#tools': {
    'mcp.http.path': 'The tool server speaks Streamable HTTP at `/mcp`.',
    'mcp.http.bearer': '`Authorization: Bearer <API_KEY>` authenticates at the tool server.',
    'mcp.tools.28': '28 tools exist in all: 10 memory, 3 session, 6 document, 4 SDLC, 5 code graph.',
    'mcp.tools.http-24': 'HTTP offers 24 tools: all but the four that read local files.',
    'mcp.tools.stdio-26': 'stdio offers 26 tools: all but the two that hand out upload addresses.',
    'mcp.tools.names': 'Tool names are exactly the specified ones.',
    'mcp.tools.parameters':
      'The parameters of every tool, required and optional, are exactly the specified ones.',
    'mcp.tools.defaults':
      'The defaults, bounds and choices of every parameter are exactly the specified ones.',
    'mcp.tools.other-transport': 'A tool of the other transport is refused as unknown.',
    'mcp.stdio.server': 'The tools are offered over local stdio too.',
    'mcp.workspace-id.own': "`workspace_id` of a tool may name the key's own workspace.",
    'mcp.workspace-id.foreign': 'Another `workspace_id` is an error and reveals nothing of that workspace.',
    'mcp.http.stateless': '`/mcp` is stateless with JSON answers.',
    'mcp.http.origin': 'A foreign `Origin` is refused.',
    'mcp.http.no-database': '`initialize` and `tools/list` touch neither database nor model.',
    'mcp.http.old-clients': 'Clients of the current and of the previous protocol generation work.',
    'mcp.tools.descriptions': 'Every description has at most 60 words and every tool has annotations.',
    'mcp.tools.hints':
      'Annotations say which tools only read, which may remove something, and which do no more when called again.',
    'mcp.tools.core-profile': 'A setting offers a smaller `core` profile.',
    'mcp.stdio.stdout': 'Nothing but protocol is written to stdout.',
    'mcp.stdio.retry': 'The bridge waits for a service that is down and goes on when it is back.',
    'mcp.stdio.proxy': 'Proxies and private certificate authorities are honoured.',
    'mcp.prompts': 'Prompts exist for start of work, end of work, and what is known about a file.',
    'mcp.resources': 'Resources exist for a memory and for the index.',
    'mcp.clients.every-tool':
      'The present and the previous client call every tool over the transports it is offered on, and it does its work.',
    'mcp.clients.every-refusal':
      'Each tool refuses wrong arguments with `{code, message, retryable}` that names what is wrong, over both transports.',
    'mcp.clients.inspector':
      "The Inspector's command line lists and calls every tool over the transports it is offered on.",
    'mcp.readme.setups': 'The setups of the README work as they are copied, with keys by reference.',
    'mcp.concurrent': '1,000 tool calls of 16 clients at once give no error and mix nothing up.',
    'mcp.conformance': 'Every applicable scenario of the official conformance suite passes.',
  },
  'docs/decisions/http.md#10-trailing-slashes-and-wrong-methods': {
    'mcp.http.trailing-slash-307': '`/mcp/` answers 307 to `/mcp`.',
  },
  'docs/decisions/http.md#11-order-of-checks': {
    'mcp.http.token-401': '`Authorization: Token` at the tool server is 401.',
    'mcp.http.missing-401':
      'A missing, invalid or revoked key at the tool server is 401 with code `authentication_failed`.',
    'mcp.http.www-authenticate': 'A 401 of the tool server carries `WWW-Authenticate`.',
  },
  'docs/specification.md#errors': {
    'mcp.upstream-unavailable':
      'When the API is down the tool server reports `upstream_unavailable`, retryable, 503 over HTTP.',
  },
  'docs/decisions/http.md#12-what-a-read-key-may-do': {
    'mcp.scope.read-allowed':
      'A `read` key may call search, get_detail, the get_* tools, by_file, explore, insight, session_get_context, code_* and sdlc_get_version.',
    'mcp.scope.read-refused': 'Other tools answer a `read` key with an error result.',
    'mcp.scope.read-counters':
      'A reading tool works for a `read` key although it moves a counter (`access_count`, `retrieval_count`).',
    'mcp.scope.stdio': 'The same holds over stdio.',
  },
  'docs/decisions/agents.md#43-what-a-tools-result-says': {
    'mcp.result.structured':
      'A tool answer carries what a model can use as `structuredContent`, under the names that parameters have.',
    'mcp.result.text': 'A tool answer carries a text that says the same.',
    'mcp.result.error': 'A tool error is `{code, message, retryable}` in an error result.',
    'mcp.result.framed': 'Recalled text is framed as data, with its source.',
    'mcp.schemas.flat-input': 'Input schemas have no unions, nullable types, `const` or `$ref`.',
    'mcp.schemas.output-nullable': 'Output schemas leave nullable fields untyped.',
    'mcp.schemas.output-holds': "Every `structuredContent` fits the tool's output schema.",
    'mcp.result.same-length':
      'The structured answer of every tool has at most 1.5 times the tokens of its text, and every value of it stands in the text, where rows count themselves.',
    'mcp.result.bounded':
      'No answer of a tool has more than 10,000 tokens; it names the parameter that leads to the rest.',
    'mcp.result.passage':
      'A long memory is shown by the passage that holds the words of the query, with how much more there is.',
    'mcp.tools.unknown-parameter':
      'A parameter that does not exist is refused by name, with the nearest that does.',
    'mcp.tools.either-name':
      'Where tools and REST name a thing differently, a call may use either name, but not both.',
    'mcp.result.no-folding': 'Search never folds memories together that are nearly the same.',
  },
  'docs/decisions/agents.md#47-more-parameters-more-tools-by-choice': {
    'mcp.tools.profiles':
      'A client names profiles in the address, or the bridge in its environment, and is offered their tools; one that does not exist is refused.',
    'mcp.tools.additional':
      'The profile `additional` offers update, delete, relate and observe; what they change can be taken back as their answers say.',
  },
  'docs/decisions/agents.md#45-what-the-bridge-reads': {
    'mcp.stdio.url': 'The bridge reads `WORKSPACE_MEMORY_URL`, default the local server.',
    'mcp.stdio.token': 'The bridge takes the key from `WORKSPACE_MEMORY_API_TOKEN`.',
    'mcp.stdio.workspace-id': 'The bridge takes the workspace from `WORKSPACE_MEMORY_WORKSPACE_ID`.',
    'mcp.stdio.workspace-mismatch': 'A workspace id that contradicts the key is an error.',
  },
});
