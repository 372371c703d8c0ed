import * as z from 'zod';
import type { Route } from './route.ts';

/** Whether callers say how much a route answers: only such an answer can be longer than an answer may be. */
export const takesLimit = ({ query, body }: Route): boolean =>
  [query, body].some((schema) => schema instanceof z.ZodObject && 'limit' in schema.shape);
