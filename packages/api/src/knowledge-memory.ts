import { z } from 'zod';
import { pageOf } from './shapes/page.ts';
import { statementSchema } from './statements/statement.ts';

export const memoryTypeSchema = z.enum(['workflow', 'profile', 'semantic', 'episodic']);
/** Who may be given a memory: its agent, the agents of this server, or everyone, also on other servers. */
export const memoryLayerSchema = z.enum(['personal', 'group', 'public']);
export const memoryImportanceSchema = z.enum(['low', 'medium', 'high']);
/** `pending`: a person must look at it first; agents are not given it. `superseded`: kept for its history. */
export const memoryStatusSchema = z.enum(['active', 'pending', 'superseded']);
export const linkKindSchema = z.enum([
  'related',
  'superset',
  'subset',
  'version',
  'contradicts',
  'precedes',
  'follows',
]);
/** By id, attribute or words; by likeness; along time; along links. */
export const retrievalModeSchema = z.enum(['exact', 'semantic', 'temporal', 'associative']);
/** `work`: by itself, from a finished task. `correction`: what a person taught. `pack`: of a seed pack. */
export const memoryOriginSchema = z.enum(['work', 'correction', 'absorbed', 'pack', 'person']);

const contentSchema = z.record(z.string(), z.unknown());
const tagSchema = z.string().trim().min(1).max(100);
const idSchema = z.string().min(1).max(200);

/** A person, for display. */
const personSchema = z.object({ id: z.string(), name: z.string() });

/** What a person taught: the answer that it comes from, and what was made of the proposal. */
export const correctionSchema = z.object({
  taskId: z.string().nullable(),
  promptId: z.string(),
  decisionId: z.string(),
  choice: z.string(),
  by: z.string(),
  /** JSON Pointers into the proposal; a member that is absent was not there. Secrets are never among them. */
  changes: z.array(
    z.object({
      path: z.string(),
      proposed: z.unknown().optional(),
      decided: z.unknown().optional(),
    }),
  ),
  /** The reason or the instruction; `''` = none. */
  words: z.string(),
});

/** A memory as a row of a list. Times are epoch milliseconds. */
export const memoryRowSchema = z.object({
  id: z.string(),
  type: memoryTypeSchema,
  /** What it is called: of a correction, the question that was answered. */
  name: z.string(),
  layer: memoryLayerSchema,
  /** Whose experience it is; null = of nobody in particular. */
  agent: z.string().nullable(),
  importance: memoryImportanceSchema,
  status: memoryStatusSchema,
  tags: z.array(z.string()),
  origin: memoryOriginSchema,
  /** Who requested the task that it was learnt in, from outside; null = an operator, `''` = it was not noted. */
  caller: z.string().nullable(),
  /** Who confirmed it, so that agents may be given it; null = nobody. */
  reviewedBy: personSchema.extend({ at: z.number() }).nullable(),
  /** Null = it is none. */
  correction: correctionSchema.nullable(),
  version: z.number().int(),
  createdAt: z.number(),
  updatedAt: z.number(),
  /** When it happened: of an event its own time, of all others when it was learnt. */
  at: z.number(),
  validUntil: z.number().nullable(),
  /** Links in both directions. */
  linkCount: z.number().int(),
});
export type MemoryRow = z.infer<typeof memoryRowSchema>;

export const memoryPageSchema = pageOf(memoryRowSchema).extend({
  /** Memories that fit the filter. */
  total: z.number().int(),
});

/** Query of `GET /api/knowledge/memories`. Lists are separated by commas. */
export const memoryQuerySchema = z.object({
  agent: z.string().max(2_000).optional(),
  type: z.string().max(200).optional(),
  layer: z.string().max(200).optional(),
  importance: z.string().max(200).optional(),
  status: z.string().max(200).optional(),
  origin: z.string().max(200).optional(),
  tag: z.string().max(2_000).optional(),
  /** The task that it was learnt in. */
  task: z.string().max(500).optional(),
  /** Epoch milliseconds: not before, and before. */
  since: z.coerce.number().optional(),
  until: z.coerce.number().optional(),
  /** Words that it must all have. */
  words: z.string().max(500).optional(),
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

/** The values that the filters can have. */
export const memoryValuesSchema = z.object({
  agents: z.array(z.object({ id: z.string(), name: z.string(), count: z.number().int() })),
  tags: z.array(z.object({ tag: z.string(), count: z.number().int() })),
});

const revisionSchema = z.object({
  version: z.number().int(),
  /** When this version was replaced, by whom, and why. */
  at: z.number(),
  by: z.string(),
  why: z.string(),
  content: contentSchema,
  layer: memoryLayerSchema,
  importance: memoryImportanceSchema,
  status: memoryStatusSchema,
  tags: z.array(z.string()),
});

/** A memory with everything known of it. */
export const memoryDetailSchema = memoryRowSchema.extend({
  /** With the names of the specification. */
  content: contentSchema,
  links: z.array(
    z.object({
      to: z.string(),
      kind: linkKindSchema,
      /** Null = there is none with this id. */
      name: z.string().nullable(),
      type: memoryTypeSchema.nullable(),
      status: memoryStatusSchema.nullable(),
    }),
  ),
  /** Knowledge that it was made from, or that says the same. */
  sources: z.array(
    z.object({
      knowledgeId: z.string(),
      agent: z.string().nullable(),
      approvedBy: z.string().nullable(),
    }),
  ),
  /** Former versions, the newest first. */
  versions: z.array(revisionSchema),
  /** A move that its use suggests; null = none. */
  advice: z
    .object({ to: memoryLayerSchema, reason: z.string(), reasonStatement: statementSchema })
    .nullable(),
  /** Open questions about it. */
  questions: z.array(z.string()),
  /** How often runs were given it. */
  givenCount: z.number().int(),
  lastGivenAt: z.number().nullable(),
});
export type MemoryDetail = z.infer<typeof memoryDetailSchema>;

/** Body of `POST /api/knowledge/memories`: added by a person. */
export const addMemorySchema = z.object({
  type: memoryTypeSchema,
  content: contentSchema,
  agent: idSchema.nullable().default(null),
  importance: memoryImportanceSchema.default('medium'),
  tags: z.array(tagSchema).max(50).default([]),
});

/** What holds where a correction contradicts approved ones; without it, it is refused. */
const heldMembers = {
  /** Ids of approved corrections that it replaces: they are superseded, and kept with their versions. */
  replaces: z.array(idSchema).max(50).default([]),
  /** Both hold. Only where they are for different agents or callers, or one is for all agents. */
  keepBoth: z.boolean().default(false),
};

/** Body of `PATCH /api/knowledge/memories/{id}`; `version` is the one that was shown. */
export const changeMemorySchema = z.object({
  ...heldMembers,
  version: z.number().int(),
  content: contentSchema.optional(),
  importance: memoryImportanceSchema.optional(),
  tags: z.array(tagSchema).max(50).optional(),
  validUntil: z.number().nullable().optional(),
  links: z
    .array(z.object({ to: idSchema, kind: linkKindSchema }))
    .max(500)
    .optional(),
  why: z.string().max(1_000).default(''),
});

/** Body of `POST /api/knowledge/memories/{id}/layer`. Upward by one layer, which is an approval; downward by any number. */
export const moveMemorySchema = z.object({
  ...heldMembers,
  version: z.number().int(),
  to: memoryLayerSchema,
  why: z.string().max(1_000).default(''),
});

/** Body of `POST /api/knowledge/reviews`: corrections as they were seen. An approved one reaches agents; a rejected one is superseded. */
export const reviewCorrectionsSchema = z.object({
  reviews: z
    .array(
      z.object({
        ...heldMembers,
        id: idSchema,
        version: z.number().int(),
        verdict: z.enum(['approve', 'reject']),
        /** The layer it gets with the approval; `personal` = only its agent. Absent = as before. */
        layer: z.enum(['personal', 'group']).optional(),
        /** In place of its content. */
        content: contentSchema.optional(),
        why: z.string().max(1_000).default(''),
      }),
    )
    .min(1)
    .max(500),
});
/** The outcome of each, in order. `changed`: it is not as it was seen, or waits no longer. `invalid`: its content cannot be kept. */
export const reviewedCorrectionsSchema = z.object({
  results: z.array(z.object({ id: z.string(), outcome: z.enum(['done', 'changed', 'invalid']) })),
});

/**
 * The member `contradicts` of the problem `contradicts-approved`: each correction of the request that contradicts approved ones for the same
 * place. Nothing of the request was done.
 */
export const contradictionsSchema = z.array(
  z.object({
    /** The correction that was to be approved, as it would be. */
    correction: memoryRowSchema,
    others: z.array(
      z.object({
        /** An approved correction: its id, who made it, when, and in which task. */
        memory: memoryRowSchema,
        /** `path` is a JSON Pointer into the proposal; null = their words. `mine` is the approved value; absent = the member is removed. */
        places: z.array(
          z.object({
            path: z.string().nullable(),
            mine: z.unknown().optional(),
            theirs: z.unknown().optional(),
          }),
        ),
        mayKeepBoth: z.boolean(),
      }),
    ),
  }),
);
export type Contradictions = z.infer<typeof contradictionsSchema>;

/** Memories and their links around one of them, or the newest. */
export const memoryGraphSchema = z.object({
  nodes: z.array(memoryRowSchema),
  edges: z.array(z.object({ from: z.string(), to: z.string(), kind: linkKindSchema })),
  /** There are more than were sent. */
  isCut: z.boolean(),
});

/** Body of `POST /api/knowledge/retrieval`: one query, in several modes side by side. */
export const retrieveSchema = z.object({
  query: z.string().max(2_000),
  modes: z
    .array(retrievalModeSchema)
    .min(1)
    .max(4)
    .default(['exact', 'semantic', 'temporal', 'associative']),
  filter: z
    .object({
      agents: z.array(idSchema).max(100).optional(),
      types: z.array(memoryTypeSchema).optional(),
      layers: z.array(memoryLayerSchema).optional(),
      tags: z.array(tagSchema).max(50).optional(),
      importances: z.array(memoryImportanceSchema).optional(),
      /** Only `active` ones if absent. */
      statuses: z.array(memoryStatusSchema).optional(),
      since: z.number().optional(),
      until: z.number().optional(),
    })
    .default({}),
  /** Memories around which time, or from which links, are followed. */
  anchors: z.array(idSchema).max(20).default([]),
  direction: z.enum(['before', 'after', 'both']).default('both'),
  depth: z.number().int().min(1).max(4).default(2),
  limit: z.number().int().min(1).max(100).default(20),
  /** How much importance counts; 0 = not at all. */
  importanceWeight: z.number().min(0).max(4).default(1),
});

/** A found memory. `score` is relevance with importance, both 0 to 1. */
export const memoryHitSchema = z.object({
  memory: memoryRowSchema,
  /** `lexical`: by spelling only. `embedding`: by the vectors of a model as well. */
  method: z.enum(['exact', 'lexical', 'embedding', 'time', 'links']),
  score: z.number(),
  relevance: z.number(),
  reason: z.string(),
  reasonStatement: statementSchema,
  /** What matched where. */
  fields: z.array(z.object({ field: z.string(), score: z.number(), snippet: z.string() })),
  /** Ids from the anchor to this one, along links. */
  path: z.array(z.string()),
});
export const retrievedSchema = z.object({
  modes: z.array(
    z.object({
      mode: retrievalModeSchema,
      tookMs: z.number(),
      hits: z.array(memoryHitSchema),
    }),
  ),
  /** The model whose vectors are used; null = semantic hits are lexical. */
  model: z.string().nullable(),
  /** Memories that were looked into. */
  size: z.number().int(),
});

/** A memory that a run was given, and why. */
export const givenMemorySchema = z.object({
  id: z.string(),
  version: z.number().int(),
  name: z.string(),
  type: memoryTypeSchema,
  isCorrection: z.boolean(),
  score: z.number(),
  why: z.string(),
  whyStatement: statementSchema,
  /** Who reviewed it or approved sharing it; null = no approval was needed. */
  approvedBy: z.string().nullable(),
  /**
   * What became of the question that a correction is about, in a task that has ended: it was not asked, it came with the answer filled
   * in, or it was asked as before. Null = the task continues, or it is no correction.
   */
  effect: z.enum(['not-asked', 'prefilled', 'asked-again']).nullable(),
});

/** What a run was given. */
export const givenToRunSchema = z.object({
  runId: z.string(),
  taskId: z.string(),
  agentId: z.string(),
  at: z.number(),
  /** What the memories were searched with. */
  query: z.string(),
  memories: z.array(givenMemorySchema),
});
export const givenPageSchema = pageOf(givenToRunSchema);
export const givenQuerySchema = z.object({
  task: z.string().max(500).optional(),
  agent: z.string().max(200).optional(),
  memory: z.string().max(200).optional(),
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

/** What agents are given at all. */
export const knowledgeSettingsSchema = z.object({
  /** Counts the changes: a change names the one it was made from. */
  version: z.number().int(),
  /** The off switch for all agents. */
  isOn: z.boolean(),
  /** At most so many memories for a run. */
  limit: z.number().int().min(1).max(50),
  /** Finished tasks become memories, and answers become corrections. */
  learns: z.boolean(),
  /** Agents with settings of their own; all others get everything they may. */
  agents: z
    .array(
      z.object({
        agent: idSchema,
        isOn: z.boolean(),
        /** Only these types; none = all. */
        types: z.array(memoryTypeSchema).max(4).default([]),
        /** Only what has one of these tags; none = all. */
        tags: z.array(tagSchema).max(50).default([]),
      }),
    )
    .max(1_000),
});
export type KnowledgeSettings = z.infer<typeof knowledgeSettingsSchema>;
export const knowledgeSettingsStateSchema = knowledgeSettingsSchema.extend({
  changedBy: z.string().nullable(),
  changedAt: z.number().nullable(),
});

/** Figures of all of it. */
export const knowledgeFiguresSchema = z.object({
  total: z.number().int(),
  types: z.record(memoryTypeSchema, z.number().int()),
  layers: z.record(memoryLayerSchema, z.number().int()),
  statuses: z.record(memoryStatusSchema, z.number().int()),
  origins: z.record(memoryOriginSchema, z.number().int()),
  corrections: z.object({
    pending: z.number().int(),
    approved: z.number().int(),
    rejected: z.number().int(),
  }),
  /** Of runs in tasks that have ended and were given an approved correction: what became of its question. */
  effects: z.object({
    notAsked: z.number().int(),
    prefilled: z.number().int(),
    askedAgain: z.number().int(),
  }),
  /** The corrections with the most effect, at most 50. */
  taught: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      agent: z.string().nullable(),
      given: z.number().int(),
      notAsked: z.number().int(),
      prefilled: z.number().int(),
      askedAgain: z.number().int(),
    }),
  ),
  /** Runs that were given something. */
  runs: z.number().int(),
  waiting: z.object({
    corrections: z.number().int(),
    extractions: z.number().int(),
    incoming: z.number().int(),
    questions: z.number().int(),
  }),
  shared: z.number().int(),
});
