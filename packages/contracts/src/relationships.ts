import * as z from 'zod';
import { component, boundedText, MemoryRef, text, Timestamp } from './fields.ts';
import { LIMITS } from './limits.ts';
import { redactedSecrets } from './tools/shapes.ts';
import { ADDS } from './tools/tool-door.ts';
import { noun } from './verb.ts';
import { DISCOVERY_METHODS, MANUAL_RELATIONSHIP_TYPES, RELATIONSHIP_TYPES } from './vocabulary.ts';

export const RelationshipTypeSchema = z.enum(RELATIONSHIP_TYPES).meta({ id: 'RelationshipType' });

export const RelationshipRecord = component('Relationship', {
  id: z.uuid(),
  source_memory_id: z.string(),
  target_memory_id: z.string(),
  relationship_type: RelationshipTypeSchema,
  discovery_method: z.enum(DISCOVERY_METHODS),
  confidence: z.number().min(0).max(1),
  is_bidirectional: z.boolean(),
  context: z.string().nullable(),
  created_at: Timestamp,
});
export type RelationshipRecord = z.output<typeof RelationshipRecord>;

export const CreateRelationshipBody = component('CreateRelationshipBody', {
  source_id: MemoryRef,
  target_id: MemoryRef,
  // Any string: one outside the three is a coded refusal, not a validation error (decision 31).
  relationship_type: text().describe('One of `supersedes`, `related_to`, `depends_on`.'),
  context: boundedText({ max: LIMITS.queryLength, notBlank: false }).nullable().default(null),
});
export type CreateRelationshipBody = z.output<typeof CreateRelationshipBody>;

const CreateRelationshipReply = component('CreateRelationshipReply', {
  relationships: z.array(RelationshipRecord),
});

/** Names of the edge to retract: its id, or its natural key; in the query or in the body (decision 34). */
const relationshipNames = {
  relationship_id: text().optional(),
  source_id: MemoryRef.optional(),
  target_id: MemoryRef.optional(),
  relationship_type: text().optional(),
};

const DeleteRelationshipBody = component('DeleteRelationshipBody', relationshipNames);
const DeleteRelationshipQuery = z.object(relationshipNames);
export type RelationshipNames = z.output<typeof DeleteRelationshipQuery>;

export const relationships = noun('relationships', 'Relationships', {
  createRelationship: {
    summary: 'Declare a relationship between two memories.',
    scope: 'write',
    rate: 'relationship',
    input: CreateRelationshipBody,
    output: CreateRelationshipReply,
    errors: [
      'not_found',
      'self_edge_not_allowed',
      'excluded_relationship_type',
      'duplicate_manual_relationship',
    ],
    doors: {
      http: { at: 'POST /relationships', status: 201, idempotent: true, specified: true },
      tool: {
        name: 'memory_relate',
        title: 'Relate two memories',
        description:
          'Declare how two memories stand to each other: source supersedes target, depends on it, or both hold and are related. Use when an answer says that something may be replaced. With retract true the declaration is taken back. Returns the relationship.',
        hints: ADDS,
        input: z.object({
          source_id: MemoryRef,
          target_id: MemoryRef,
          relationship_type: z.enum(MANUAL_RELATIONSHIP_TYPES),
          context: boundedText({ max: LIMITS.queryLength, notBlank: false }).optional().describe('Why.'),
          retract: z.boolean().default(false).describe('Retracts the declared relationship.'),
        }),
        output: z.object({
          source_id: z.string(),
          target_id: z.string(),
          relationship_type: z.string(),
          is_declared: z.boolean(),
          hint: z.string(),
          ...redactedSecrets,
        }),
      },
    },
  },
  deleteRelationship: {
    summary: 'Retract a declared relationship, named by its id or by source, target and type.',
    scope: 'write',
    rate: 'relationship',
    input: DeleteRelationshipQuery,
    errors: ['not_found', 'relationship_not_manual'],
    doors: {
      http: { at: 'DELETE /relationships', body: DeleteRelationshipBody.optional(), specified: true },
    },
  },
});
