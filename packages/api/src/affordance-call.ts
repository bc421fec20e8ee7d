import { z } from 'zod';
import { faultSchema } from './problem.ts';
import { statedIssue } from './statements/stated-issue.ts';
import { statementSchema } from './statements/statement.ts';

const idSchema = z.string().min(1).max(200);

/** How a call is approved: not at all, by a person, or by a person who types its name. */
export const callApprovalSchema = z.enum(['none', 'ask', 'typed']);
export type CallApproval = z.infer<typeof callApprovalSchema>;

/** Body of `POST /api/environment/calls`. */
export const requestCallSchema = z.object({
  signifierId: idSchema,
  /** As its schema says; null = none. */
  arguments: z.unknown().optional(),
  /** The profile for which it is called. Programs call for one of their own. */
  profile: idSchema.optional(),
  /** Id of the caller's own task here. */
  task: idSchema.optional(),
  idempotencyKey: z.string().min(1).max(200).optional(),
  /** Of an operator who has seen the request and makes the call: its digest, and the typed name if that is needed. */
  approval: z
    .object({ digest: z.string().max(100), confirmation: z.string().max(500).optional() })
    .optional(),
});

/** `unknown`: it was sent, and its outcome is not known. It is not sent a second time. */
export const callStateSchema = z.enum([
  'waiting',
  'done',
  'failed',
  'rejected',
  'unknown',
  'stopped',
]);

/** A call of a signifier, as its caller sees it. */
export const affordanceCallViewSchema = z.object({
  /** Also the id of its task. */
  callId: z.string(),
  signifierId: z.string(),
  label: z.string(),
  state: callStateSchema,
  /** What a person is asked; null = nobody is. */
  asked: z.string().nullable(),
  /** The same as data, where the server wrote it. */
  stated: statementSchema.nullable().optional(),
  /** What the service returned: JSON, or a text. */
  result: z.unknown().optional(),
  error: z.string().optional(),
  /** Why a person rejected it; null = no reason was given. */
  reason: z.string().nullable().optional(),
  taskUrl: z.string(),
});
export type AffordanceCallView = z.infer<typeof affordanceCallViewSchema>;

/** Body of `POST /api/environment/signifiers/{id}/preview`. */
export const previewCallSchema = z.object({ arguments: z.unknown().optional() });

/** What a call would send. Nothing is sent. */
export const callPreviewSchema = z.object({
  /** null = the arguments do not fit. */
  request: z
    .object({
      method: z.string(),
      url: z.string(),
      headers: z.array(z.object({ name: z.string(), value: z.string() })),
      body: z.string().nullable(),
    })
    .nullable(),
  /** Names of headers that the server adds when it sends the request. */
  secrets: z.array(z.string()),
  /** The server also keeps a session with the service. */
  hasSession: z.boolean(),
  faults: z.array(faultSchema),
  /** SHA-256 (hex) of what an approval is of; null = there is no request. */
  digest: z.string().nullable(),
  approval: callApprovalSchema,
  /** What has to be typed, if it is approved by typing. */
  confirm: z.string(),
  /** Why it may not be called; null = it may. */
  objection: statementSchema.nullable(),
  objectionText: z.string().nullable(),
  /** The arguments as a tool has them: an object. */
  schema: z.record(z.string(), z.unknown()),
  /** The last call of it that a person approved; null = there is none. */
  last: z
    .object({ arguments: z.record(z.string(), z.unknown()), by: z.string(), at: z.number() })
    .nullable(),
});

/** What an administrator decided about the calls of a service. */
export const callPolicySchema = z.object({
  isTrusted: z.boolean(),
  isActuator: z.boolean(),
  direct: z.array(z.string().max(100)).max(5_000),
});

/** Body of `PUT /api/environment/artifacts/{id}/policy`: at least one member. What is left out stays as it is. */
export const putCallPolicySchema = callPolicySchema
  .partial()
  .refine(
    (change) => Object.keys(change).length > 0,
    statedIssue('At least one member is needed.', { code: 'request.no-member' }),
  );

/** What a person has allowed: all calls of a signifier by a caller, as long as the caller's task is open. */
export const grantSchema = z.object({
  id: z.string(),
  /** Who allowed it, and when (epoch ms). */
  by: z.string(),
  at: z.number(),
  signifierId: z.string(),
  label: z.string(),
  callerName: z.string(),
  /** null = the caller has named none. */
  profile: z.string().nullable(),
  task: z.object({ id: z.string(), title: z.string() }),
});
export type Grant = z.infer<typeof grantSchema>;
export const grantListSchema = z.object({ items: z.array(grantSchema) });

const at = z.number();
const selectedSchema = z.object({
  id: z.string(),
  label: z.string(),
  score: z.number(),
  tiers: z.array(z.string()),
  reason: z.string(),
  reasonStatement: statementSchema,
});

const ofCall = { at, by: z.string(), callId: z.string(), label: z.string() };

/**
 * One step of what happened for a profile: its context, what was selected for it, what was exposed to the agent, what it called, what
 * people were asked about the call and decided, and what became of it.
 */
export const environmentStepSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('context'),
    at,
    by: z.string(),
    context: z.string(),
    abilities: z.array(z.string()),
  }),
  z.object({
    kind: z.literal('selection'),
    at,
    by: z.string(),
    version: z.string(),
    /** The best of them. */
    recommended: z.array(selectedSchema),
    counts: z.object({ recommended: z.number(), other: z.number(), blocked: z.number() }),
  }),
  z.object({ kind: z.literal('exposure'), at, by: z.string(), tools: z.array(z.string()) }),
  z.object({
    kind: z.literal('call'),
    at,
    by: z.string(),
    callId: z.string(),
    signifierId: z.string(),
    label: z.string(),
    arguments: z.unknown(),
  }),
  z.object({
    kind: z.literal('question'),
    ...ofCall,
    asked: z.string(),
    /** The same as data, where the server wrote it. */
    stated: statementSchema.nullable().optional(),
    /** SHA-256 (hex) of the question as it was shown, with the request. */
    digest: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('approval'),
    ...ofCall,
    /** `changed`: approved with other arguments. `withdrawn`: nobody decided, and it is not asked any more. */
    decision: z.enum(['approved', 'changed', 'rejected', 'withdrawn']),
    /** It is for all calls of the signifier in the task of the caller. */
    isForTask: z.boolean(),
    /** With which it is called; absent = with those that were requested, or not at all. */
    arguments: z.unknown().optional(),
    reason: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('result'),
    ...ofCall,
    state: callStateSchema.exclude(['waiting']),
    result: z.unknown().optional(),
    error: z.string().optional(),
    reason: z.string().nullable().optional(),
  }),
]);
export type EnvironmentStep = z.infer<typeof environmentStepSchema>;
export const environmentTrailSchema = z.object({ items: z.array(environmentStepSchema) });
