import * as z from 'zod';
import { boundedText, Labels, LIMITS, text, UnitInterval } from '../fields.ts';
import { MEMORY_TYPES, RELATIONSHIP_TYPES } from '../vocabulary.ts';

/** The parameter of every tool that a workspace may be named in. */
export const workspaceId = {
  workspace_id: text()
    .optional()
    .describe('Only with a login that belongs to several workspaces; a key knows its own.'),
};

/** Without the names by which the REST document shares its parts: a tool's schema stands alone. */
export const memoryType = z.enum(MEMORY_TYPES);
export const relationshipTypes = z.array(z.enum(RELATIONSHIP_TYPES));

export const query = boundedText({ max: LIMITS.queryLength, notBlank: false });
export const labels = Labels;
export const unitInterval = UnitInterval;

/** A count with its bounds and what stands for it when it is left out. */
export const count = (bounds: { max: number; default: number }) =>
  z.int().min(1).max(bounds.max).default(bounds.default);

/** Of a list that goes on beyond its limit or beyond what one answer holds. */
export const offset = z.int().min(0).max(LIMITS.offset).default(0).describe('Results to skip.');
