const KINDS = { created: 'Stored', updated: 'Changed', deleted: 'Deleted' } as const;

interface Made {
  kind: keyof typeof KINDS;
  author: string | null;
  via: string | null;
}

const WAYS: Readonly<Record<string, string>> = {
  rest: 'REST',
  mcp: 'MCP',
  operator: 'a command of the operator',
  undo: 'by undo',
  'job generateSessionSummary': 'summary of a session',
  'job ingestUpload': 'an uploaded document',
  'job reclassifyMemories': 'types by content',
};

export const changeSource = ({ author, via }: Omit<Made, 'kind'>): string =>
  [author, via?.startsWith('job ') ? (WAYS[via] ?? 'work of the service') : via && (WAYS[via] ?? via)]
    .filter(Boolean)
    .join(', ') || 'the service';

/** The change itself: what was undone is stored again, and only forgetting forgets. */
export const changeKind = ({ kind, via }: Omit<Made, 'author'>): string => {
  if (via === 'undo' && kind === 'created') return 'Stored again';
  return via === 'forget' && kind === 'deleted' ? 'Forgotten' : KINDS[kind];
};
