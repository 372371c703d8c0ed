import { AddGlossaryGroupBody, GlossaryGroup, ListGlossaryReply } from '../glossary.ts';
import type { Route } from '../http/route.ts';

/** Words that mean the same in a workspace, beside the glossary that comes along. */
export const glossaryRoutes = {
  listGlossary: {
    method: 'GET',
    path: '/api/v1/glossary',
    summary: "The workspace's own groups of words that mean the same.",
    tag: 'Glossary',
    scope: 'read',
    rate: 'read',
    status: 200,
    response: ListGlossaryReply,
    errors: [],
    extension: true,
  },
  addGlossaryGroup: {
    method: 'POST',
    path: '/api/v1/glossary',
    summary: 'Say which words mean the same: searches for one find the others from now on.',
    tag: 'Glossary',
    scope: 'write',
    rate: 'write',
    body: AddGlossaryGroupBody,
    status: 201,
    response: GlossaryGroup,
    errors: ['conflict'],
    idempotent: true,
    extension: true,
  },
  deleteGlossaryGroup: {
    method: 'DELETE',
    path: '/api/v1/glossary/{id}',
    summary: 'Remove a group of words.',
    tag: 'Glossary',
    scope: 'write',
    rate: 'write',
    status: 204,
    errors: ['not_found'],
    extension: true,
  },
} as const satisfies Record<string, Route>;
