import { z } from 'zod';
import {
  memoryImportanceSchema,
  memoryLayerSchema,
  memoryRowSchema,
  memoryTypeSchema,
} from './knowledge-memory.ts';
import { faultSchema } from './problem.ts';
import { pageOf } from './shapes/page.ts';
import { statedIssue } from './statements/stated-issue.ts';
import { statementSchema } from './statements/statement.ts';

const maxTerms = 500;
const contentSchema = z.record(z.string(), z.unknown());
const idSchema = z.string().min(1).max(200);
const idsSchema = z.array(idSchema).min(1).max(500);

/** What a step did at a place. It never contains what was masked. */
export const extractionReportSchema = z.object({
  step: z.enum(['filter', 'desensitise', 'generalise', 'standardise']),
  /** JSON Pointer into the content as it is after the step; `''` = the whole. */
  path: z.string(),
  action: z.enum(['kept', 'dropped', 'masked', 'generalised', 'mapped']),
  rule: z.string(),
  /** What is there now: a placeholder such as `[EMAIL_1]`, a slot such as `{{amount}}`, the member that it became. */
  after: z.string(),
  reason: z.string(),
  reasonStatement: statementSchema,
});

/** Knowledge as it is exchanged (MEK's KnowledgeItem). */
export const knowledgeItemSchema = z.looseObject({
  knowledge_id: z.string(),
  title: z.string(),
  content: contentSchema,
  source_memory_type: z.string(),
  source_agent: z.string().nullable(),
  created_at: z.string(),
  metadata: z.record(z.string(), z.unknown()),
});

/** Who let something leave. `rule`: one that a person made and that ends. */
export const approvalSchema = z.object({
  kind: z.enum(['person', 'rule']),
  by: z.object({ id: z.string(), name: z.string() }),
  at: z.number(),
  rule: z.string().nullable(),
  why: z.string(),
});

/** What the steps do beyond their rules. */
const policySchema = z.object({
  importance: memoryImportanceSchema.optional(),
  types: z.array(memoryTypeSchema).optional(),
  /** Rules of the second step that are not used, by name. */
  without: z.array(z.string().max(100)).max(50).default([]),
  /** Texts that are never masked, such as the name of a product. */
  allowed: z.array(z.string().max(200)).max(100).default([]),
  /** Names of people that are masked wherever they occur; those of the operators always are. */
  names: z.array(z.string().max(200)).max(500).default([]),
  /** Words that are particular to this place, by the type of their slot. */
  terms: z
    .record(z.string().max(40), z.array(z.string().max(200)).max(100))
    .refine(
      (terms) => Object.values(terms).flat().length <= maxTerms,
      statedIssue(`At most ${maxTerms} words of this place are looked for.`, {
        code: 'request.too-many-terms',
        params: { limit: maxTerms },
      }),
    )
    .default({}),
});
export type ExtractionPolicy = z.output<typeof policySchema>;

/**
 * A memory on its way to knowledge: the content after each step, with what each did. `dropped`: a step has dropped it, or it would say
 * nothing. `stale`: the memory has changed since.
 */
export const extractionSchema = z.object({
  id: z.string(),
  memory: memoryRowSchema,
  state: z.enum(['waiting', 'approved', 'rejected', 'dropped', 'stale']),
  /** What is approved is what was seen: an approval carries it. */
  digest: z.string(),
  createdAt: z.number(),
  createdBy: z.string(),
  steps: z.object({
    /** Null = it was dropped here, or before; or `withheld`. Masked data is a placeholder from the second step on. */
    filtered: contentSchema.nullable(),
    desensitised: contentSchema.nullable(),
    generalised: contentSchema.nullable(),
    standardised: knowledgeItemSchema.nullable(),
  }),
  /** What nothing was masked in yet is only for who may approve it: `steps.filtered` is null for anyone else. */
  withheld: z.boolean(),
  report: z.array(extractionReportSchema),
  slots: z.array(z.object({ name: z.string(), type: z.string() })),
  /** How often each rule masked something. */
  redactions: z.record(z.string(), z.number().int()),
  /** Texts of `steps.standardised` that may be personal data: the rules were not sure enough to mask them. */
  doubts: z.array(z.object({ text: z.string(), rule: z.string(), confidence: z.number() })),
  /** Why a rule that names it has not shared it; null = no rule names it, or one has. */
  notByRule: z.object({ reason: z.string(), reasonStatement: statementSchema }).nullable(),
  approval: approvalSchema.nullable(),
  /** What it was made with, to make it again. Null = it waits no longer, it is not known, or `withheld`: it says what was to be masked. */
  policy: policySchema.nullable(),
});
export type Extraction = z.infer<typeof extractionSchema>;
export const extractionPageSchema = pageOf(extractionSchema);
export const extractionQuerySchema = z.object({
  state: z.enum(['waiting', 'approved', 'rejected', 'dropped', 'all']).default('waiting'),
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});

/** Body of `POST /api/knowledge/extractions/preview` (nothing is stored) and of `POST /api/knowledge/extractions`. */
export const extractSchema = z.object({
  memories: idsSchema,
  policy: policySchema.default({ without: [], allowed: [], names: [], terms: {} }),
});
export const extractedSchema = z.object({
  items: z.array(extractionSchema),
  /** Ids of memories that there are not. */
  unknown: z.array(z.string()),
});

/** Body of `POST /api/knowledge/extractions/decisions`. `knowledge`: an edit; the rules look at it once more. */
export const decideExtractionsSchema = z.object({
  decisions: z
    .array(
      z.object({
        id: idSchema,
        digest: z.string().max(200),
        verdict: z.enum(['approve', 'reject']),
        knowledge: z
          .object({ title: z.string().min(1).max(500), content: contentSchema })
          .optional(),
        why: z.string().max(1_000).default(''),
      }),
    )
    .min(1)
    .max(500),
});
/** `changed`: not as it was seen, or decided meanwhile. `residue`: the rules still find something in the edit, at `path`. */
export const decidedExtractionsSchema = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      outcome: z.enum(['done', 'changed', 'residue']),
      rule: z.string().nullable(),
      knowledgeId: z.string().nullable(),
    }),
  ),
});

/** A rule that approves sharing without a person, until it ends. */
export const sharingRuleSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Empty lists = all. */
  agents: z.array(z.string()),
  types: z.array(memoryTypeSchema),
  tags: z.array(z.string()),
  importance: memoryImportanceSchema,
  expiresAt: z.number(),
  createdBy: z.string(),
  createdAt: z.number(),
  /** How many it has let leave. */
  released: z.number().int(),
});
export const sharingRuleListSchema = z.object({ items: z.array(sharingRuleSchema) });
/** Body of `POST /api/knowledge/rules`. It ends within 90 days. */
export const addSharingRuleSchema = sharingRuleSchema
  .pick({ name: true, agents: true, types: true, tags: true, importance: true, expiresAt: true })
  .extend({
    name: z.string().trim().min(1).max(100),
    agents: z.array(idSchema).max(100).default([]),
    types: z.array(memoryTypeSchema).max(4).default([]),
    tags: z.array(z.string().trim().min(1).max(100)).max(50).default([]),
  });

/** Knowledge that others can fetch. */
export const sharedSchema = z.object({
  id: z.string(),
  title: z.string(),
  type: memoryTypeSchema,
  agent: z.string().nullable(),
  memoryId: z.string(),
  approval: approvalSchema,
  /** Signed by this server. */
  item: knowledgeItemSchema,
});
export const sharedPageSchema = pageOf(sharedSchema);

/** The state of a signature. `unknown`: it is right, by a key that nobody has accepted here. */
const signatureStateSchema = z.enum(['none', 'valid', 'unknown', 'invalid']);

export const signatureSchema = z.object({
  state: signatureStateSchema,
  /** The server that signed, as it calls itself, and its key. */
  server: z.string().nullable(),
  key: z.string().nullable(),
});

const differenceSchema = z.object({ path: z.string(), mine: z.unknown(), theirs: z.unknown() });

/** What a new memory is to one that is there. */
export const conflictSchema = z.object({
  kind: z.enum(['redundancy', 'superset', 'subset', 'version', 'contradiction', 'related']),
  with: memoryRowSchema,
  content: contentSchema,
  contradictions: z.array(differenceSchema),
  /** Of a version: steps side by side, and a content made from both. */
  proposal: z
    .object({
      rows: z.array(
        z.object({
          state: z.enum(['same', 'changed', 'opposite', 'mine', 'theirs']),
          mine: z.unknown(),
          theirs: z.unknown(),
        }),
      ),
      content: contentSchema,
      choices: z.array(differenceSchema),
    })
    .nullable(),
});

/** What absorbing does, or did: see docs/knowledge.md, Absorption. */
export const strategySchema = z.enum([
  'unchanged',
  'counted',
  'stored',
  'linked',
  'asked',
  'refused',
]);

/** Knowledge that came from elsewhere and is held until a person has looked at it. */
export const incomingSchema = z.object({
  id: z.string(),
  state: z.enum(['held', 'absorbed', 'discarded']),
  item: knowledgeItemSchema,
  type: memoryTypeSchema,
  from: z.object({
    kind: z.enum(['upload', 'server']),
    /** The server or the operator it came from. */
    id: z.string(),
    name: z.string(),
  }),
  receivedAt: z.number(),
  /** The agent that learnt it first; who approved sharing it; through which servers it was received. */
  provenance: z.object({
    agent: z.string().nullable(),
    approvedBy: z.string().nullable(),
    approvedAt: z.number().nullable(),
    sharedBy: z.array(z.string()),
  }),
  signature: signatureSchema,
  digest: z.string(),
  /** Of what is held: what absorbing it would do now. Of what was absorbed: what it did. */
  strategy: strategySchema,
  conflicts: z.array(conflictSchema),
  memoryId: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: z.number().nullable(),
});
export type Incoming = z.infer<typeof incomingSchema>;
export const incomingPageSchema = pageOf(incomingSchema);
export const incomingQuerySchema = z.object({
  state: z.enum(['held', 'absorbed', 'discarded', 'all']).default('held'),
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});

/** Body of `POST /api/knowledge/incoming`: KnowledgeItems in any known form. */
export const receiveSchema = z.object({ items: z.array(z.unknown()).min(1).max(1_000) });
export const receivedSchema = z.object({
  held: z.number().int(),
  /** Held already, or absorbed before. */
  known: z.number().int(),
  refused: z.array(z.object({ index: z.number().int(), faults: z.array(faultSchema) })),
});

/** Whose memories knowledge becomes, and who may be given them. */
export const receiverSchema = z.object({
  agent: idSchema.nullable().default(null),
  layer: memoryLayerSchema.exclude(['public']).default('group'),
});

/** Body of `POST /api/knowledge/incoming/decisions`. */
export const decideIncomingSchema = z.object({
  decisions: z
    .array(
      z.object({
        id: idSchema,
        digest: z.string().max(200),
        verdict: z.enum(['absorb', 'discard']),
      }),
    )
    .min(1)
    .max(1_000),
  receiver: receiverSchema.default({ agent: null, layer: 'group' }),
});
export const decidedIncomingSchema = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      /** `refused`: its signature is wrong, so that it can only be discarded. */
      outcome: z.enum(['done', 'changed', 'refused']),
      strategy: strategySchema.nullable(),
      memoryId: z.string().nullable(),
    }),
  ),
});
