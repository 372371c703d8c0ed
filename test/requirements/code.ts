import { under } from './requirement.ts';

/** Code graph: tools, endpoints and indexer. */
export const code = under({
  'docs/specification.md#tools': {
    'mcp.code-search.name': '`code_search` finds symbols by `q`, a substring of the name without case.',
    'mcp.code-search.file-pattern': 'In `code_search`, `file_pattern` is a glob over file paths.',
    'mcp.code-search.symbol-type':
      'In `code_search`, `symbol_type` is `function`, `class` or `module`, or one of `constant`, `property`, `type`, `route` and `key`; another is an error.',
    'code.values.read':
      'Constants, members of enumerations, properties, aliases of types, routes, keys of objects and of files that configure, tables and messages are symbols with their value.',
    'code.values.bounded':
      'Of a file at most 200 such symbols are kept, none of generated files and of tables of data, and of tests constants in capitals alone.',
    'code.values.told':
      'A memory that names a constant or key is told as changed with the value before and after, as moved where that was renamed or moved, as gone where it is gone, and as current where only comments changed.',
    'mcp.code-search.words':
      '`code_search` finds `putMessage` by `put_message` and the other way round, and by words of its name and comment where no name holds them; tests come last.',
    'mcp.code-search.limit-default': 'In `code_search`, `limit` is 50 by default.',
    'mcp.code-search.symbol-id': 'In `code_search`, symbols carry a UUID `symbol_id`.',
    'mcp.code-navigate.hops':
      '`code_navigate` returns the callers and callees one hop away of the required `symbol_id`.',
    'mcp.code-callers.incoming': '`code_callers` returns incoming edges of the required `symbol_id`.',
    'mcp.code-callees.outgoing': '`code_callees` returns outgoing edges of the required `symbol_id`.',
    'mcp.code-context.by-id': '`code_context` takes `symbol_id`.',
    'mcp.code-context.by-name': '`code_context` takes `symbol_name` with an optional `file_path`.',
    'mcp.code-context.chain': '`code_context` returns the call chain with linked memories.',
    'mcp.code-context.graph-empty':
      'In `code_context`, the answer has `graph_empty` true when no symbols are indexed.',
    'mcp.code.unknown-symbol': 'An unknown or foreign `symbol_id` is an error result.',
  },
  'docs/specification.md#code': {
    'code.clones':
      'An index is of the trunk whatever branches several clones index: a branch adds its own files, and no clone takes the index back to an earlier commit.',
    'code.unread':
      'Files of languages that are not read are counted by their ending; of Vue and Svelte the scripts are read; a file is minified where its lines are long in the mean, not for one of them.',
    'code.nesting':
      'Twenty thousand nested declarations of any language are read in part, within two seconds of the processor and 300 MB.',
    'search.code-graph.no-delay':
      'The check of the code graph never delays a search beyond its small time limit.',
    'code.files.indexed':
      '`POST /api/v1/code/files` stores the symbols and edges of a bounded batch of files.',
    'code.files.bounded': 'A batch above its limit is refused with a clear 4xx.',
    'code.status': '`GET /api/v1/code/status` answers what is indexed by repository.',
    'code.repositories': 'Several repositories of a workspace live side by side by name.',
    'code.cli.repositories':
      '`workspace-memory repositories` lists what is indexed, and deletes the index of what is named by name or origin.',
    'code.own-workspace': 'Symbols of another workspace are never seen.',
    'code.symbol-ids-stay': 'A symbol keeps its UUID while it stays.',
    'code.identity':
      'A repository of code is known by its origin: two of one name never overwrite each other, and a part of one deletes nothing outside of it.',
    'code.incremental': 'Only changed files are sent again.',
    'code.deleted': 'Symbols of deleted files disappear.',
    'code.languages':
      'TypeScript, TSX, JavaScript, Python, Go, Java, Rust, C#, Ruby, PHP, C, C++, Kotlin, Scala, Swift and shell are indexed.',
    'code.edges':
      'Calls, imports, inheritance and containment become edges with a confidence, resolved across files.',
    'code.edges.evidence':
      'Callers and callees say the line of each call, how sure it is and how it was found, production code before tests.',
    'code.unresolved':
      'Callers and callees count the calls of such a name that found no target, and name their places; while calls of what was just indexed are looked for, they say so.',
    'code.nearest-names':
      'Where no symbol matches, those of the nearest names are offered; of a question, those that hold most of what few others hold.',
    'code.path':
      '`code_path` shows the shortest chain of calls between two symbols, a class standing for its methods too.',
    'code.ignore-files': 'Ignore files are respected.',
    'code.no-source': 'Source text never leaves the machine.',
    'code.hostile':
      'Broken syntax, minified bundles, 10 MB files, binaries and symlink loops are skipped or bounded, and told.',
    'code.context.links': 'Memories are linked to symbols through files, names in their text, and concepts.',
  },
  'docs/specification.md#search': {
    'search.code-graph.true': 'In search, `code_graph_available` is true when code symbols match the query.',
    'search.code-graph.false': 'In search, `code_graph_available` is false when none is found.',
    'search.code-graph.null':
      'In search, `code_graph_available` is null when the check timed out or was skipped.',
  },
});
