/** The closed word lists of the interface; their order is the order in which answers list them. */

export const LLM_ASSIGNABLE_MEMORY_TYPES = [
  'decision',
  'pattern',
  'convention',
  'architecture',
  'discovery',
  'incident',
  'general',
] as const;

/** All nine: extraction and the model are kept from the last two, callers are not. */
export const MEMORY_TYPES = [...LLM_ASSIGNABLE_MEMORY_TYPES, 'wiki', 'sdlc_knowledge'] as const;
export type MemoryType = (typeof MEMORY_TYPES)[number];

export const RELATIONSHIP_TYPES = [
  'references',
  'related_to',
  'caused_by',
  'contradicts',
  'supersedes',
  'similar_to',
  'depends_on',
] as const;
export type RelationshipType = (typeof RELATIONSHIP_TYPES)[number];

export const MANUAL_RELATIONSHIP_TYPES = ['supersedes', 'related_to', 'depends_on'] as const;
export type ManualRelationshipType = (typeof MANUAL_RELATIONSHIP_TYPES)[number];

/** Types whose edge reads the same from both ends: `is_bidirectional` is true for them. */
export const BIDIRECTIONAL_RELATIONSHIP_TYPES: readonly RelationshipType[] = [
  'related_to',
  'similar_to',
  'contradicts',
];

export const DISCOVERY_METHODS = [
  'embedding_similarity',
  'file_overlap',
  'concept_overlap',
  'session_context',
  'manual',
] as const;
export type DiscoveryMethod = (typeof DISCOVERY_METHODS)[number];

/** Speakers of a session: one of them said the memory that was drawn from it. */
export const SPEAKERS = ['person', 'agent'] as const;
export type Speaker = (typeof SPEAKERS)[number];

export const SCOPES = ['read', 'write', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

/** Which identifier addresses a memory: form A its UUID, form B its `mem-` string. One form a deployment. */
export const MEMORY_ID_FORMS = ['A', 'B'] as const;
export type MemoryIdForm = (typeof MEMORY_ID_FORMS)[number];

/** Matters for a person that are listed of a kind. */
export const ATTENTION_MAX = 50;

/** The part of a memory's identifier that people and models read, and may give: 12 characters. */
export const shortRef = (id: string): string => (id.startsWith('mem-') ? id.slice(0, 12) : id.slice(-12));

/**
 * Capabilities of a function beside the rows of the database: models that embed, rerank or write text, the store of
 * uploads, the process that reads documents, and the schema, where it makes an index for one large workspace.
 */
const CAPABILITIES = ['embedding', 'reranking', 'generation', 'uploads', 'documents', 'schema'] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** Policies for a write that holds secrets: they are replaced, or the write is refused. */
export const SECRETS_POLICIES = ['replace', 'refuse'] as const;
export type SecretsPolicy = (typeof SECRETS_POLICIES)[number];

export const CODE_SYMBOL_KINDS = [
  'function',
  'class',
  'module',
  'constant',
  'property',
  'type',
  'route',
  'key',
] as const;
export type CodeSymbolKind = (typeof CODE_SYMBOL_KINDS)[number];

/** `contains` says where a symbol stands; the others say that the source needs the target. */
export const CODE_EDGE_KINDS = ['calls', 'inherits', 'imports', 'contains'] as const;

/** How an edge was found: the least sure step that it needed, the surest first. */
export const CODE_FOUND_BY = [
  'same_file',
  'import',
  'type',
  'base',
  'package',
  'wildcard',
  'only_qualified_name',
  'only_name',
  'only_method',
] as const;

/** Links of a memory to a symbol, the most telling first. */
export const CODE_MEMORY_LINKS = ['file', 'name', 'concept', 'related_file'] as const;
export type CodeMemoryLink = (typeof CODE_MEMORY_LINKS)[number];

/** The budget that a call counts against (decision 16). Relationship writes count per workspace, the rest per key. */
export type RateClass = 'read' | 'write' | 'relationship' | 'observation';
