import * as z from 'zod';
import { boundedText, LIMITS, MemoryRef, text, Timestamp } from './fields.ts';
import { DISCOVERY_METHODS, RELATIONSHIP_TYPES } from './vocabulary.ts';

export const RelationshipTypeSchema = z.enum(RELATIONSHIP_TYPES).meta({ id: 'RelationshipType' });

export const RelationshipRecord = z
  .object({
    id: z.uuid(),
    source_memory_id: z.string(),
    target_memory_id: z.string(),
    relationship_type: RelationshipTypeSchema,
    discovery_method: z.enum(DISCOVERY_METHODS),
    confidence: z.number().min(0).max(1),
    is_bidirectional: z.boolean(),
    context: z.string().nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'Relationship' });
export type RelationshipRecord = z.output<typeof RelationshipRecord>;

export const CreateRelationshipBody = z
  .object({
    source_id: MemoryRef,
    target_id: MemoryRef,
    // Any string: one outside the three is a coded refusal, not a validation error (decision 31).
    relationship_type: text().meta({ description: 'One of `supersedes`, `related_to`, `depends_on`.' }),
    context: boundedText({ max: LIMITS.queryLength, notBlank: false }).nullable().default(null),
  })
  .meta({ id: 'CreateRelationshipBody' });
export type CreateRelationshipBody = z.output<typeof CreateRelationshipBody>;

export const CreateRelationshipReply = z
  .object({ relationships: z.array(RelationshipRecord) })
  .meta({ id: 'CreateRelationshipReply' });

/** What names the edge to retract: its id, or its natural key; in the query or in the body (decision 34). */
const relationshipNames = {
  relationship_id: text().optional(),
  source_id: MemoryRef.optional(),
  target_id: MemoryRef.optional(),
  relationship_type: text().optional(),
};

export const DeleteRelationshipBody = z.object(relationshipNames).meta({ id: 'DeleteRelationshipBody' });
export const DeleteRelationshipQuery = z.object(relationshipNames);
export type RelationshipNames = z.output<typeof DeleteRelationshipQuery>;
