import type { Requirement } from '../requirement.ts';

/** The tool server: transports, keys, results, schemas, stdio bridge. */
export const mcpServer = {
  'mcp.http.path': {
    section: 'docs/specification.md#tools',
    text: 'The tool server speaks Streamable HTTP at `/mcp`.',
  },
  'mcp.http.bearer': {
    section: 'docs/specification.md#tools',
    text: '`Authorization: Bearer <API_KEY>` authenticates at the tool server.',
  },
  'mcp.tools.28': {
    section: 'docs/specification.md#tools',
    text: '28 tools exist in all: 10 memory, 3 session, 6 document, 4 SDLC, 5 code graph.',
  },
  'mcp.tools.http-24': {
    section: 'docs/specification.md#tools',
    text: 'HTTP offers 24 tools: all but the four that read local files.',
  },
  'mcp.tools.stdio-26': {
    section: 'docs/specification.md#tools',
    text: 'stdio offers 26 tools: all but the two that hand out upload addresses.',
  },
  'mcp.tools.names': {
    section: 'docs/specification.md#tools',
    text: 'Tool names are exactly the specified ones.',
  },
  'mcp.tools.parameters': {
    section: 'docs/specification.md#tools',
    text: 'The parameters of every tool, required and optional, are exactly the specified ones.',
  },
  'mcp.tools.defaults': {
    section: 'docs/specification.md#tools',
    text: 'The defaults, bounds and choices of every parameter are exactly the specified ones.',
  },
  'mcp.tools.other-transport': {
    section: 'docs/specification.md#tools',
    text: 'A tool of the other transport is refused as unknown.',
  },
  'mcp.stdio.server': {
    section: 'docs/specification.md#tools',
    text: 'The tools are offered over local stdio too.',
  },
  'mcp.http.trailing-slash-307': {
    section: 'docs/decisions/http.md#10-trailing-slashes-and-wrong-methods',
    text: '`/mcp/` answers 307 to `/mcp`.',
  },
  'mcp.http.token-401': {
    section: 'docs/decisions/http.md#11-order-of-checks',
    text: '`Authorization: Token` at the tool server is 401.',
  },
  'mcp.http.missing-401': {
    section: 'docs/decisions/http.md#11-order-of-checks',
    text: 'A missing, invalid or revoked key at the tool server is 401 with code `authentication_failed`.',
  },
  'mcp.http.www-authenticate': {
    section: 'docs/decisions/http.md#11-order-of-checks',
    text: 'A 401 of the tool server carries `WWW-Authenticate`.',
  },
  'mcp.upstream-unavailable': {
    section: 'docs/specification.md#errors',
    text: 'When the API is down the tool server reports `upstream_unavailable`, retryable, 503 over HTTP.',
  },
  'mcp.scope.read-allowed': {
    section: 'docs/decisions/http.md#12-what-a-read-key-may-do',
    text: 'A `read` key may call search, get_detail, the get_* tools, by_file, explore, insight, session_get_context, code_* and sdlc_get_version.',
  },
  'mcp.scope.read-refused': {
    section: 'docs/decisions/http.md#12-what-a-read-key-may-do',
    text: 'Other tools answer a `read` key with an error result.',
  },
  'mcp.scope.read-counters': {
    section: 'docs/decisions/http.md#12-what-a-read-key-may-do',
    text: 'A reading tool works for a `read` key although it moves a counter (`access_count`, `retrieval_count`).',
  },
  'mcp.scope.stdio': {
    section: 'docs/decisions/http.md#12-what-a-read-key-may-do',
    text: 'The same holds over stdio.',
  },
  'mcp.result.structured': {
    section: 'docs/decisions/agents.md#43-what-a-tools-result-says',
    text: 'A tool answer carries what a model can use as `structuredContent`, under the names that parameters have.',
  },
  'mcp.result.text': {
    section: 'docs/decisions/agents.md#43-what-a-tools-result-says',
    text: 'A tool answer carries a text that says the same.',
  },
  'mcp.result.error': {
    section: 'docs/decisions/agents.md#43-what-a-tools-result-says',
    text: 'A tool error is `{code, message, retryable}` in an error result.',
  },
  'mcp.result.framed': {
    section: 'docs/decisions/agents.md#43-what-a-tools-result-says',
    text: 'Recalled text is framed as data, with its source.',
  },
  'mcp.schemas.flat-input': {
    section: 'docs/decisions/agents.md#43-what-a-tools-result-says',
    text: 'Input schemas have no unions, nullable types, `const` or `$ref`.',
  },
  'mcp.schemas.output-nullable': {
    section: 'docs/decisions/agents.md#43-what-a-tools-result-says',
    text: 'Output schemas leave nullable fields untyped.',
  },
  'mcp.schemas.output-holds': {
    section: 'docs/decisions/agents.md#43-what-a-tools-result-says',
    text: "Every `structuredContent` fits the tool's output schema.",
  },
  'mcp.result.same-length': {
    section: 'docs/decisions/agents.md#43-what-a-tools-result-says',
    text: 'The structured answer of every tool has at most 1.5 times the tokens of its text, and every value of it stands in the text, where rows count themselves.',
  },
  'mcp.result.bounded': {
    section: 'docs/decisions/agents.md#43-what-a-tools-result-says',
    text: 'No answer of a tool has more than 10,000 tokens; it names the parameter that leads to the rest.',
  },
  'mcp.result.passage': {
    section: 'docs/decisions/agents.md#43-what-a-tools-result-says',
    text: 'A long memory is shown by the passage that holds the words of the query, with how much more there is.',
  },
  'mcp.tools.profiles': {
    section: 'docs/decisions/agents.md#47-more-parameters-more-tools-by-choice',
    text: 'A client names profiles in the address, or the bridge in its environment, and is offered their tools; one that does not exist is refused.',
  },
  'mcp.tools.additional': {
    section: 'docs/decisions/agents.md#47-more-parameters-more-tools-by-choice',
    text: 'The profile `additional` offers update, delete, relate and observe; what they change can be taken back as their answers say.',
  },
  'mcp.tools.unknown-parameter': {
    section: 'docs/decisions/agents.md#43-what-a-tools-result-says',
    text: 'A parameter that does not exist is refused by name, with the nearest that does.',
  },
  'mcp.tools.either-name': {
    section: 'docs/decisions/agents.md#43-what-a-tools-result-says',
    text: 'Where tools and REST name a thing differently, a call may use either name, but not both.',
  },
  'mcp.result.no-folding': {
    section: 'docs/decisions/agents.md#43-what-a-tools-result-says',
    text: 'Search never folds memories together that are nearly the same.',
  },
  'mcp.stdio.url': {
    section: 'docs/decisions/agents.md#45-what-the-bridge-reads',
    text: 'The bridge reads `WORKSPACE_MEMORY_URL`, default the local server.',
  },
  'mcp.stdio.token': {
    section: 'docs/decisions/agents.md#45-what-the-bridge-reads',
    text: 'The bridge takes the key from `WORKSPACE_MEMORY_API_TOKEN`.',
  },
  'mcp.stdio.workspace-id': {
    section: 'docs/decisions/agents.md#45-what-the-bridge-reads',
    text: 'The bridge takes the workspace from `WORKSPACE_MEMORY_WORKSPACE_ID`.',
  },
  'mcp.stdio.workspace-mismatch': {
    section: 'docs/decisions/agents.md#45-what-the-bridge-reads',
    text: 'A workspace id that contradicts the key is an error.',
  },
  'mcp.workspace-id.own': {
    section: 'docs/specification.md#tools',
    text: "`workspace_id` of a tool may name the key's own workspace.",
  },
  'mcp.workspace-id.foreign': {
    section: 'docs/specification.md#tools',
    text: 'Another `workspace_id` is an error and reveals nothing of that workspace.',
  },
  'mcp.http.stateless': {
    section: 'docs/specification.md#tools',
    text: '`/mcp` is stateless with JSON answers.',
  },
  'mcp.http.origin': {
    section: 'docs/specification.md#tools',
    text: 'A foreign `Origin` is refused.',
  },
  'mcp.http.no-database': {
    section: 'docs/specification.md#tools',
    text: '`initialize` and `tools/list` touch neither database nor model.',
  },
  'mcp.http.old-clients': {
    section: 'docs/specification.md#tools',
    text: 'Clients of the current and of the previous protocol generation work.',
  },
  'mcp.tools.descriptions': {
    section: 'docs/specification.md#tools',
    text: 'Every description has at most 60 words and every tool has annotations.',
  },
  'mcp.tools.hints': {
    section: 'docs/specification.md#tools',
    text: 'Annotations say which tools only read, which may remove something, and which do no more when called again.',
  },
  'mcp.tools.core-profile': {
    section: 'docs/specification.md#tools',
    text: 'A setting offers a smaller `core` profile.',
  },
  'mcp.stdio.stdout': {
    section: 'docs/specification.md#tools',
    text: 'Nothing but protocol is written to stdout.',
  },
  'mcp.stdio.retry': {
    section: 'docs/specification.md#tools',
    text: 'The bridge waits for a service that is down and goes on when it is back.',
  },
  'mcp.stdio.proxy': {
    section: 'docs/specification.md#tools',
    text: 'Proxies and private certificate authorities are honoured.',
  },
  'mcp.prompts': {
    section: 'docs/specification.md#tools',
    text: 'Prompts exist for start of work, end of work, and what is known about a file.',
  },
  'mcp.resources': {
    section: 'docs/specification.md#tools',
    text: 'Resources exist for a memory and for the index.',
  },
  'mcp.clients.every-tool': {
    section: 'docs/specification.md#tools',
    text: 'The present and the previous client call every tool over the transports it is offered on, and it does its work.',
  },
  'mcp.clients.every-refusal': {
    section: 'docs/specification.md#tools',
    text: 'Each tool refuses wrong arguments with `{code, message, retryable}` that names what is wrong, over both transports.',
  },
  'mcp.clients.inspector': {
    section: 'docs/specification.md#tools',
    text: "The Inspector's command line lists and calls every tool over the transports it is offered on.",
  },
  'mcp.readme.setups': {
    section: 'docs/specification.md#tools',
    text: 'The setups of the README work as they are copied, with keys by reference.',
  },
  'mcp.concurrent': {
    section: 'docs/specification.md#tools',
    text: '1,000 tool calls of 16 clients at once give no error and mix nothing up.',
  },
  'mcp.conformance': {
    section: 'docs/specification.md#tools',
    text: 'Every applicable scenario of the official conformance suite passes.',
  },
} as const satisfies Record<string, Requirement>;
