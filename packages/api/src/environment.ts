import { z } from 'zod';
import { callPolicySchema } from './affordance-call.ts';
import { statedIssue } from './statements/stated-issue.ts';
import { statementSchema } from './statements/statement.ts';

const jsonSchema = z.union([z.record(z.string(), z.unknown()), z.boolean()]);
const artifactKindSchema = z.enum(['mcp', 'a2a', 'utcp', 'wot']);
const versioned = (kind: 'mcp-tool' | 'mcp-resource') =>
  z.object({ kind: z.literal(kind), version: z.string() });

/** What an agent can do and how: the record that graphs are written from. */
export const signifierSchema = z.object({
  id: z.string(),
  label: z.string(),
  /** When an agent should take the action, in plain language. */
  context: z.string(),
  /** IRIs of the types of ability that an agent must have. */
  abilities: z.array(z.string()),
  artifact: z.object({ id: z.string(), name: z.string(), kind: artifactKindSchema }),
  nativeName: z.string(),
  form: z.object({
    method: z.string(),
    target: z.string(),
    contentType: z.string().nullable(),
    headers: z.array(z.object({ name: z.string(), value: z.string() })),
    operation: z.string().nullable(),
  }),
  binding: z.discriminatedUnion('kind', [
    versioned('mcp-tool'),
    versioned('mcp-resource'),
    z.object({ kind: z.literal('a2a-message'), version: z.enum(['1.0', '0.3']) }),
    z.object({
      kind: z.literal('http'),
      places: z.record(z.string(), z.enum(['path', 'query', 'header', 'body'])).nullable(),
    }),
  ]),
  body: jsonSchema.nullable(),
  input: jsonSchema.nullable(),
  /** What the server must have to send the request; never the values. */
  secrets: z.array(
    z.object({
      scheme: z.string(),
      place: z.enum(['header', 'query', 'cookie', 'other']),
      name: z.string(),
    }),
  ),
  safety: z.object({
    readOnly: z.boolean(),
    destructive: z.boolean(),
    idempotent: z.boolean(),
    source: z.enum(['protocol', 'method', 'description', 'default']),
  }),
  isStream: z.boolean(),
  /** SHA-256 (hex) of what the service said: an approval is of this. */
  sourceHash: z.string(),
});

const noteSchema = z.object({
  isPinned: z.boolean(),
  isHidden: z.boolean(),
  /** Contexts in which it is useful, in the words of operators. */
  examples: z.array(z.string().trim().min(1).max(500)).max(20),
});
/** With the number of its last change; 0 = there was none. */
const versionOfNote = z.object({ version: z.number().int().min(0) });
/** Body of `PUT /api/environment/signifiers/{id}/note`: `version` is the one that was shown; another one is a 409. */
export const putSignifierNoteSchema = noteSchema.extend(versionOfNote.shape);

/** A signifier with what is known of it here. */
export const knownSignifierSchema = z.object({
  /** Its address at this server. */
  iri: z.string(),
  signifier: signifierSchema,
  /** `new`, `changed`: blocked until an operator approves it as it is now. */
  approval: z.enum(['approved', 'new', 'changed']),
  /** What changed since it was approved; null = nothing. `before` is as it was approved. */
  drift: z
    .object({
      parts: z.array(z.string()),
      before: signifierSchema,
      /** Members of the service's own description that are not in the record, such as the schema of results. */
      members: z.array(
        z.object({
          name: z.string(),
          before: z.unknown().optional(),
          after: z.unknown().optional(),
        }),
      ),
    })
    .nullable(),
  /** What in its graph has not the shape of a signifier; null = nothing. */
  shapeFault: z.string().nullable(),
  note: putSignifierNoteSchema.nullable(),
  /** Its place for a context; null = none was given. */
  rank: z
    .object({
      decision: z.enum(['recommended', 'other', 'blocked']),
      /** 0 to 1, relative to the best signifier of the same context. */
      score: z.number(),
      /** What found it. */
      tiers: z.array(z.enum(['words', 'meaning', 'example', 'pin', 'model'])),
      /** Words of its label and context that are those of the asked context, or near to them: in small letters. */
      matched: z.array(z.string()),
      reason: z.string(),
      reasonStatement: statementSchema,
    })
    .nullable(),
});

/** Signifiers, for a context in the order of their ranking. */
export const signifierListSchema = z.object({
  /** The thresholds and word lists of the ranking; null = nothing was ranked. */
  version: z.string().nullable(),
  /** The model that was asked about the ranking; `failed`: the ranking is the one without it. Absent = none was. */
  model: z.object({ name: z.string(), state: z.enum(['used', 'failed']) }).optional(),
  items: z.array(knownSignifierSchema),
});

/** Body of `POST /api/environment/comparison`. */
export const compareSelectorsSchema = z.object({
  context: z.string().max(10_000),
  abilities: z.array(z.string().min(1).max(500)).max(100).default([]),
  /** Names of the services that the agent may use; null = all. */
  services: z.array(z.string().min(1).max(100)).max(1_000).nullable().default(null),
});
/**
 * What each selector would recommend for a context, each with what is before it: `words` alone, their `meaning`, the `notes` of
 * operators, and the `model`, if one is asked.
 */
export const selectorComparisonSchema = z.object({
  selectors: z.array(
    z.object({
      selector: z.enum(['words', 'meaning', 'notes', 'model']),
      /** Ids of signifiers. */
      recommended: z.array(z.string()),
    }),
  ),
  model: z.object({ name: z.string(), state: z.enum(['used', 'failed']) }).optional(),
  /** All that any of them recommends, in the order of the last ranking. */
  items: z.array(z.object({ id: z.string(), label: z.string() })),
});

/** A registered service without its signifiers. */
export const artifactSchema = z.object({
  id: z.string(),
  iri: z.string(),
  name: z.string(),
  kind: artifactKindSchema,
  /** Where it is, or where its description was read. */
  url: z.string(),
  /** The agent with whose headers it is called; null = without any. */
  agentId: z.string().nullable(),
  /** Its description was sent, and is not read again by itself. */
  isByContent: z.boolean(),
  registeredBy: z.string(),
  registeredAt: z.number(),
  synchronisedAt: z.number(),
  /** Why it could not be read the last time; null = it could. Its signifiers are blocked. */
  fault: z.string().nullable(),
  signifierCount: z.number(),
  /** How many entries of its description gave no signifier. */
  skippedCount: z.number(),
  /** How many wait for an approval. */
  waitingCount: z.number(),
  /** What an administrator decided about its calls. */
  policy: callPolicySchema,
});
export const artifactListSchema = z.object({ items: z.array(artifactSchema) });

/** A registered service with its signifiers, and what gave none. */
export const artifactDetailSchema = artifactSchema.extend({
  signifiers: z.array(knownSignifierSchema),
  skipped: z.array(z.object({ name: z.string(), reason: z.string() })),
});

const webUrl = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  // The address is shown, and is in graphs.
  .refine(
    (url) => !/^[^/]*\/\/[^/?#]*@/.test(url),
    statedIssue('An address has no credentials in it.', { code: 'request.url-credentials' }),
  );
const content = z.record(z.string(), z.unknown());

/**
 * Body of `POST /api/environment/artifacts`. A service is read at its address, or by the description that is sent; an MCP server also by
 * the descriptor of a registered agent. What is sent of one are its lists (`version`, `tools`, `resources`, `resourceTemplates`). With an
 * agent next to the address, the service is called with the agent's headers, at the agent's origins.
 */
export const registerArtifactSchema = z
  .object({
    name: z.string().trim().min(1).max(100),
    kind: artifactKindSchema,
    agentId: z.string().min(1).max(200).optional(),
    url: webUrl.optional(),
    content: content.optional(),
  })
  .refine(
    ({ kind, agentId, url, content: sent }) =>
      kind === 'mcp' && agentId !== undefined
        ? url === undefined && sent === undefined
        : url !== undefined,
    statedIssue(
      'A service is named by its url, with or without content; an MCP server that is an agent by the agent alone.',
      { code: 'request.url-or-agent' },
    ),
  );

/** Body of `POST /api/environment/artifacts/{id}/synchronisation`: the description, for an artifact whose description is sent. */
export const synchroniseArtifactSchema = z.object({ content: content.optional() });

/** What a synchronisation has changed, by the ids of signifiers. */
export const artifactDriftSchema = z.object({
  artifact: artifactDetailSchema,
  added: z.array(z.string()),
  removed: z.array(z.object({ id: z.string(), label: z.string() })),
  changed: z.array(z.object({ id: z.string(), parts: z.array(z.string()) })),
});

/** Body of `POST /api/environment/artifacts/{id}/approval`: signifiers as the operator saw them. */
export const approveSignifiersSchema = z.object({
  signifiers: z
    .array(z.object({ id: z.string().max(100), sourceHash: z.string().max(100) }))
    .min(1)
    .max(5_000),
});
export const approvedSignifiersSchema = z.object({
  artifact: artifactDetailSchema,
  /** Ids of those that changed meanwhile, or are gone: they are not approved. */
  refused: z.array(z.string()),
});

/** What an agent is about to do; body of `POST /api/environment/selection`. */
export const agentContextSchema = z.object({
  /** What the agent is about to do, in plain language. */
  context: z.string().max(10_000),
  /** IRIs of the types of its abilities. */
  abilities: z.array(z.string().min(1).max(500)).max(100).default([]),
});
/** Body of `PUT /api/environment/profile/{id}`. What is left out stays as it is. */
export const putAgentProfileSchema = agentContextSchema.extend({
  /** Names of the services that the agent may use; null = all. */
  services: z.array(z.string().min(1).max(100)).max(1_000).nullable().optional(),
  /** Id of the MCP client whose profile it is; null = operators only. Set by operators. */
  owner: z.string().min(1).max(100).nullable().optional(),
});
export const agentProfileSchema = z.object({
  id: z.string(),
  iri: z.string(),
  /** Where its tools are listed over MCP. */
  mcpUrl: z.string(),
  services: z.array(z.string()).nullable(),
  owner: z.string().nullable(),
  context: z.string(),
  abilities: z.array(z.string()),
  changedBy: z.string(),
  changedAt: z.number(),
});
export const agentProfileListSchema = z.object({ items: z.array(agentProfileSchema) });
