import { z } from 'zod';
import { memoryImportanceSchema, memoryRowSchema, memoryTypeSchema } from './knowledge-memory.ts';
import {
  conflictSchema,
  receiverSchema,
  signatureSchema,
  strategySchema,
} from './knowledge-sharing.ts';
import { faultSchema } from './problem.ts';
import { pageOf } from './shapes/page.ts';

const contentSchema = z.record(z.string(), z.unknown());

/** One side of a question: the memory, and what it says. `isAsAsked`: it says what it said when it was asked. */
const askedSchema = z.object({
  memory: memoryRowSchema.nullable(),
  content: contentSchema.nullable(),
  isAsAsked: z.boolean(),
});

/**
 * Two memories that cannot both be followed, or could be one. It is a prompt in the inbox: it is answered there
 * (`POST /api/prompts/{promptId}/decisions`, an edit with the value `{choice, content?}`).
 */
export const knowledgeQuestionSchema = z.object({
  id: z.string(),
  kind: z.enum(['contradiction', 'version']),
  state: z.enum(['open', 'decided', 'moot']),
  /** Of its prompt. */
  promptId: z.string(),
  severity: z.enum(['info', 'minor', 'major', 'critical']),
  mine: askedSchema,
  theirs: askedSchema,
  contradictions: conflictSchema.shape.contradictions,
  proposal: conflictSchema.shape.proposal,
  raisedAt: z.number(),
  decision: z
    .object({
      choice: z.enum(['keep-mine', 'keep-theirs', 'keep-both', 'merge']),
      by: z.string(),
      at: z.number(),
    })
    .nullable(),
});
export type KnowledgeQuestion = z.infer<typeof knowledgeQuestionSchema>;
export const knowledgeQuestionPageSchema = pageOf(knowledgeQuestionSchema);
export const knowledgeQuestionQuerySchema = z.object({
  state: z.enum(['open', 'decided', 'moot', 'all']).default('open'),
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});

/** Body of `POST /api/knowledge/packs/preview`: the file as it is. Nothing is stored. */
export const previewPackSchema = z.object({ pack: z.unknown() });
export const packPreviewSchema = z.object({
  /** Nothing of a pack with a fault is taken. */
  isValid: z.boolean(),
  faults: z.array(faultSchema),
  packId: z.string(),
  version: z.string(),
  domainTags: z.array(z.string()),
  signature: signatureSchema,
  /** Of what was previewed: taking it carries it. */
  digest: z.string(),
  items: z.array(
    z.object({
      index: z.number().int(),
      name: z.string(),
      type: memoryTypeSchema,
      importance: memoryImportanceSchema,
      /** What taking it would do now. */
      strategy: strategySchema,
      content: contentSchema,
      conflicts: z.array(conflictSchema),
    }),
  ),
});
export type PackPreview = z.infer<typeof packPreviewSchema>;

/** Body of `POST /api/knowledge/packs`: all of it, or the items of these indexes, in one step. */
export const takePackSchema = z.object({
  pack: z.unknown(),
  digest: z.string().max(200),
  items: z.array(z.number().int().min(0)).max(10_000).optional(),
  receiver: receiverSchema.default({ agent: null, layer: 'group' }),
});
export const takenPackSchema = z.object({
  id: z.string(),
  packId: z.string(),
  version: z.string(),
  domainTags: z.array(z.string()),
  takenBy: z.string(),
  takenAt: z.number(),
  results: z.array(
    z.object({
      index: z.number().int(),
      strategy: strategySchema,
      memoryId: z.string().nullable(),
    }),
  ),
});
export const takenPackPageSchema = pageOf(takenPackSchema);

/** This server as others know it: the key that signs what it shares (Ed25519, SPKI in base64url). */
export const knowledgeIdentitySchema = z.object({
  server: z.string(),
  key: z.string(),
});

/** A key of another server that an administrator has accepted. */
export const acceptedKeySchema = z.object({
  /** Whether it is one is checked by the server, which says so in words. */
  key: z.string().max(200),
  name: z.string().trim().min(1).max(100),
});
export const acceptedKeyListSchema = z.object({
  items: z.array(acceptedKeySchema.extend({ acceptedBy: z.string(), acceptedAt: z.number() })),
});

/** Body of `POST /api/knowledge/fetches`: fetch what another server shares, through the gateway. */
export const fetchKnowledgeSchema = z.object({
  /** The name of its service in the registry; a route with a policy must lead to it. */
  service: z.string().min(1).max(1_000),
});
export const fetchedKnowledgeSchema = z.object({
  /** The task of the call. */
  taskId: z.string(),
  held: z.number().int(),
  known: z.number().int(),
  refused: z.number().int(),
  /** There is more: the next fetch continues from there. */
  hasMore: z.boolean(),
});
