import { under } from '../requirement.ts';

/** Changes of memories, and the way back. */
export const history = under({
  'docs/specification.md#history': {
    'history.list':
      '`GET /api/v1/changes` tells of each change of a memory who made it, from where, when, and what was before, of deleted memories too.',
    'history.undo':
      'A change is taken back: fields as they were, a deleted memory there again; what was changed since stays and is named; undoing can be undone.',
    'history.pages': 'Changes come page by page, the latest first.',
    'history.batch':
      'Requests that share an `X-Change-Batch` are undone as one, and so are a request and a run of a job.',
    'history.deleted-whole':
      'What comes back has its declared relationships, counts, feedback, session and document, and is found again.',
    'history.sources': 'The history tells changes over REST, over MCP and by a job apart.',
    'history.not-noted': 'The recalculation of importance writes no history.',
    'history.retention':
      '`admin workspace set --retain TYPE=DAYS` has memories of a type deleted once they are so old; until the history ends they can be brought back.',
    'history.ends': 'Changes are deleted after 30 days.',
  },
});
