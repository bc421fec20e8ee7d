import { z } from 'zod';

/** The coding agents whose tool calls are held by their hooks. */
export const codingAgents = ['claude', 'codex', 'gemini', 'opencode'] as const;
export const codingAgentSchema = z.enum(codingAgents);
export type CodingAgent = z.infer<typeof codingAgentSchema>;

const word = z.string().trim().min(1);

/** What is allowed or denied, and nothing else: its digest is what a yes is about. */
export const heldCallSchema = z.strictObject({
  agent: codingAgentSchema,
  /** The agent's own id of its session: a session is one task. */
  session: word.max(300),
  /** The folder that the agent works in, absolute. */
  folder: word.max(4_000),
  tool: word.max(500),
  /** The arguments, exactly as the agent would use them. */
  input: z.record(z.string(), z.unknown()),
});
export type HeldCall = z.infer<typeof heldCallSchema>;

/** A file that a call names, as its hook has found it. */
export const touchedFileSchema = z.strictObject({
  /** As in the arguments. */
  path: word.max(4_000),
  /** Without symbolic links. */
  real: word.max(4_000),
  /** Whether that is in the folder, of which links are resolved too. */
  inside: z.boolean(),
  /** Its text; absent = it is not there, is no text, or is too long. */
  text: z.string().max(200_000).optional(),
});
export type TouchedFile = z.infer<typeof touchedFileSchema>;

/** `sha256:` and the hash of the canonical JSON (RFC 8785) of a call. */
export const digestSchema = z.string().regex(/^sha256:[0-9a-f]{64}$/);

/** Body of `POST /api/door/calls`. */
export const holdCallSchema = z.strictObject({
  /** The hook's own id of the call: with the same key it is asked once. */
  key: word.max(600),
  digest: digestSchema,
  call: heldCallSchema,
  /** Where the agent runs, as its hook sees it. */
  place: z.strictObject({
    machine: word.max(300),
    version: word.max(100).optional(),
    branch: word.max(300).optional(),
    /** What the agent itself would allow. */
    mode: word.max(100).optional(),
  }),
  files: z.array(touchedFileSchema).max(50),
  /** Seconds for which the hook waits: an answer after that is void. */
  expiresIn: z.number().int().min(5).max(86_400),
  /** Whether edited arguments can go back. */
  canEdit: z.boolean(),
  /** Ask about reading in the folder too. */
  asksReads: z.boolean(),
});
export type HoldCall = z.infer<typeof holdCallSchema>;

/** A held call, as its hook sees it. */
export const heldCallStateSchema = z.object({
  id: z.string(),
  /** `allowed`: a yes is stored, and can be taken once. */
  state: z.enum(['open', 'allowed', 'denied']),
  digest: digestSchema,
  /** Where people answer it; null = nobody is asked. */
  url: z.string().nullable(),
  /** Of `denied`, for the model. */
  reason: z.string().optional(),
  /** Of `denied`: nobody has decided, so the same call can be asked about again. */
  again: z.boolean().optional(),
});
export type HeldCallState = z.infer<typeof heldCallStateSchema>;

/** Body of `POST /api/door/calls/{id}/take`. `holder`: a random id of the process that lets the call go. */
export const takeCallSchema = z.strictObject({ holder: word.max(100), digest: digestSchema });

/** The yes, given to one holder once. `input`: the arguments as edited; null = as asked. */
export const takenCallSchema = z.object({
  decision: z.literal('allow'),
  id: z.string(),
  digest: digestSchema,
  input: z.record(z.string(), z.unknown()).nullable(),
});
export type TakenCall = z.infer<typeof takenCallSchema>;

/** Body of `POST /api/door/results`: what a call that was let go has done. */
export const callResultSchema = z.strictObject({
  key: word.max(600),
  /** Of the call as it ran. */
  digest: digestSchema,
  outcome: z.enum(['done', 'failed']),
  note: z.string().max(10_000).optional(),
});
export type CallResult = z.infer<typeof callResultSchema>;

/** `isAsAllowed`: false = other arguments ran than were allowed, as when another hook has changed them. */
export const resultNotedSchema = z.object({ isAsAllowed: z.boolean() });
