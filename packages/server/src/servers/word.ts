import { z } from 'zod';

const entryKeySchema = z.tuple([z.enum(['service', 'route', 'registry']), z.string()]);
/** The kind and id of an entry of the registry of services. */
export type EntryKey = z.infer<typeof entryKeySchema>;

/** What a server sends to the others at once, beside what is journalled. It is lost if it is sent while another one does not listen. */
export const wordSchema = z.discriminatedUnion('kind', [
  /** Entries that each server keeps in memory have changed in the store; null = any of them. */
  z.object({ kind: z.literal('entries'), keys: z.array(entryKeySchema).nullable() }),
  /** Another server has committed something, perhaps for the server on duty to do. Sent with its commit. */
  z.object({ kind: z.literal('committed') }),
  /** The lease of what only one server does was released. */
  z.object({ kind: z.literal('duty-free') }),
  /** A notice for browsers, which is not journalled. */
  z.object({
    kind: z.literal('notice'),
    event: z.enum(['draft', 'changed']),
    key: z.string(),
    data: z.record(z.string(), z.unknown()),
    operatorId: z.string().optional(),
  }),
  /** The streams of an operator end. */
  z.object({ kind: z.literal('drop'), operatorId: z.string() }),
  /** What a tab does with a question. */
  z.object({
    kind: z.literal('presence'),
    promptId: z.string(),
    tab: z.string(),
    operatorId: z.string(),
    name: z.string(),
    mode: z.enum(['viewing', 'editing', 'gone']),
  }),
  /** An operator looks at nothing any more. */
  z.object({ kind: z.literal('absent'), operatorId: z.string() }),
  /** An agent has reported that a run has progressed. */
  z.object({ kind: z.literal('nudge'), runId: z.string() }),
  /** A service has renewed its lease in the registry. `registeredAt`: the registration that was renewed. */
  z.object({
    kind: z.literal('renewed'),
    serviceId: z.string(),
    registeredAt: z.number(),
    at: z.number(),
  }),
  /** What is offered to agents has changed; null = to any of them. */
  z.object({ kind: z.literal('environment'), profile: z.string().nullable() }),
  /** A registry below this one is there, and has sent nothing new. */
  z.object({ kind: z.literal('registry-contact'), registry: z.string(), at: z.number() }),
  /** A wrong secret was given from an address. */
  z.object({ kind: z.literal('wrong-guess'), address: z.string() }),
  /** A call of an MCP client waits for a question, which is repeated as long as it does; or no longer. `wait`: a name of this wait. */
  z.object({
    kind: z.literal('mcp-wait'),
    questionId: z.string(),
    wait: z.string(),
    isOver: z.boolean(),
  }),
  /** An MCP client cancels a call, by its name in this server. */
  z.object({ kind: z.literal('mcp-cancel'), call: z.string() }),
  /** The person of a client of the gateway has left a question to others: its call, at another server, ends. `question`: the id that the client was sent. */
  z.object({ kind: z.literal('mcp-left'), question: z.string() }),
]);
export type Word = z.infer<typeof wordSchema>;
