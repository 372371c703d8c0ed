import * as z from 'zod';
import { noun } from './verb.ts';

export const service = noun('service', 'Service', {
  getOpenapi: {
    summary: 'This document.',
    scope: 'read',
    output: z.record(z.string(), z.unknown()),
    doors: { http: 'GET /openapi.json' },
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
