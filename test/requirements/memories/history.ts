import type { Requirement } from '../requirement.ts';

/** Changes of memories, and the way back. */
export const history = {
  'history.list': {
    section: 'docs/specification.md#history',
    text: '`GET /api/v1/changes` tells of each change of a memory who made it, from where, when, and what was before, of deleted memories too.',
  },
  'history.undo': {
    section: 'docs/specification.md#history',
    text: 'A change is taken back: fields as they were, a deleted memory there again; what was changed since stays and is named; undoing can be undone.',
  },
  'history.pages': {
    section: 'docs/specification.md#history',
    text: 'Changes come page by page, the latest first.',
  },
  'history.batch': {
    section: 'docs/specification.md#history',
    text: 'Requests that share an `X-Change-Batch` are undone as one, and so are a request and a run of a job.',
  },
  'history.deleted-whole': {
    section: 'docs/specification.md#history',
    text: 'What comes back has its declared relationships, counts, feedback, session and document, and is found again.',
  },
  'history.sources': {
    section: 'docs/specification.md#history',
    text: 'The history tells changes over REST, over MCP and by a job apart.',
  },
  'history.not-noted': {
    section: 'docs/specification.md#history',
    text: 'The recalculation of importance writes no history.',
  },
  'history.retention': {
    section: 'docs/specification.md#history',
    text: '`admin workspace set --retain TYPE=DAYS` has memories of a type deleted once they are so old; until the history ends they can be brought back.',
  },
  'history.ends': {
    section: 'docs/specification.md#history',
    text: 'Changes are deleted after 30 days.',
  },
} as const satisfies Record<string, Requirement>;
