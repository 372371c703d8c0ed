import * as z from 'zod';
import { component, queryInteger, Timestamp } from './fields.ts';
import { noun } from './verb.ts';

const Stats = component('Stats', {
  told: z.object({
    sessions: z.int(),
    memories: z.int().describe('Each once a session.'),
    used: z
      .int()
      .describe(
        'Those of them that the agent opened, named or repeated, or whose file or symbol it then edited.',
      ),
    outdated: z.int().describe('Those of them told before an edit while their code had changed.'),
  }),
  unanswered: z
    .array(
      z.object({
        question: z.string(),
        times: z.int(),
        asked_at: Timestamp,
        answers: z
          .array(z.object({ memory: z.string(), title: z.string() }))
          .describe('Memories stored since that answer it.'),
      }),
    )
    .describe('Questions of agents that no memory answered, the latest first.'),
});
export type Stats = z.output<typeof Stats>;

export const service = noun('service', 'Service', {
  getOpenapi: {
    summary: 'This document.',
    scope: 'read',
    output: z.record(z.string(), z.unknown()),
    doors: { http: 'GET /openapi.json' },
  },
  getStats: {
    summary: 'What the memory was worth in the last days: told, used, outdated, asked in vain.',
    scope: 'read',
    input: component('StatsQuery', { days: queryInteger({ min: 1, max: 90, default: 7 }) }),
    output: Stats,
    doors: { http: 'GET /stats' },
  },
  getVersion: {
    scope: 'read',
    doors: {
      tool: {
        name: 'sdlc_get_version',
        title: 'Versions',
        description:
          'Tell the versions of the tool plugin and of the server. Use to check that the two fit together, or when reporting a fault; not for what the workspace holds (workspace_insight).',
        input: z.object({}),
        output: z.object({ plugin_version: z.string(), server_version: z.string() }),
      },
    },
  },
});
