import { z } from 'zod';

/** Where an agent finds what it can do: an environment, as an MCP server. */
export interface EnvironmentAccess {
  url: string;
  token: string;
}

const affordanceSchema = z.looseObject({
  id: z.string(),
  label: z.string(),
  service: z.looseObject({ name: z.string(), kind: z.string() }),
  /** JSON Schema of the arguments; null = there are none. */
  input_schema: z.union([z.record(z.string(), z.unknown()), z.boolean()]).nullable(),
  /** Whether a person approves a call, and types its name. */
  approval: z.enum(['none', 'ask', 'typed']),
});
/** Something that the environment says the agent can do in its context. */
export type Affordance = z.infer<typeof affordanceSchema>;

const callSchema = z.looseObject({
  call_id: z.string(),
  /** `waiting`: for a person, or for the service. `unknown`: sent, its outcome is not known. */
  state: z.enum(['waiting', 'done', 'failed', 'rejected', 'unknown', 'stopped']),
  result: z.unknown().optional(),
  error: z.string().nullish(),
  /** Of the person who rejected it. */
  reason: z.string().nullish(),
});
export type Call = z.infer<typeof callSchema>;

const recommendedSchema = z.looseObject({ recommended: z.array(affordanceSchema) });

/** The environment refused, or did not answer as one does. */
export class EnvironmentError extends Error {}

/** An environment as one agent sees it: by its profile, and nothing else. */
export interface Environment {
  /** Says what the agent is about to do; returns what is recommended for it, best first. */
  recommended(context: string, signal: AbortSignal): Promise<Affordance[]>;
  /** Begins a call. A repetition with the same key is the same call. */
  call(
    affordance: Affordance,
    given: { arguments: unknown; task: string; key: string },
    signal: AbortSignal,
  ): Promise<Call>;
  /** The call when it is over, or after some seconds. */
  outcome(callId: string, signal: AbortSignal): Promise<Call>;
  /** Stops a call that is not over; returns what became of it. */
  cancel(callId: string, signal: AbortSignal): Promise<Call>;
  close(): Promise<void>;
}

const waitSeconds = 15;
/** Longer than any wait that is asked for. */
const timeoutMs = 40_000;
/** A connection that breaks does not end the work: calls have keys. */
const attempts = 3;

/**
 * Connects to an environment.
 *
 * @param inTurn Runs one piece of work after the other: a context is read by the next request, and the agent has one profile.
 */
export async function connectEnvironment(
  { url, token }: EnvironmentAccess,
  profileId: string,
  inTurn: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<Environment> {
  // Loaded by the first task: the crew starts without it.
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const client = new Client(
    { name: 'robot-executor', version: '1.0.0' },
    { versionNegotiation: { mode: 'auto' } },
  );
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));

  const tool = async <T>(
    name: string,
    given: Record<string, unknown>,
    { schema, signal }: { schema: z.ZodType<T>; signal: AbortSignal },
  ): Promise<T> => {
    const options = { signal, timeout: timeoutMs };
    const answer = await client.callTool({ name, arguments: given }, options);
    const { isError = false, content, structuredContent } = answer;
    const { data } = schema.safeParse(structuredContent);
    // A call that failed is an error with a value; without one, nothing was called.
    if (data !== undefined) return data;
    throw new EnvironmentError(isError ? textOf(content) : `${name} was not answered as agreed.`);
  };
  const anything = z.looseObject({});
  const own = { profile_id: profileId };
  const begin = { schema: anything, signal: AbortSignal.timeout(timeoutMs) };
  await tool('register_profile', own, begin);

  return {
    recommended: (context, signal) =>
      inTurn(async () => {
        await tool('update_profile', { ...own, context }, { schema: anything, signal });
        const read = await tool('read_signifiers', own, { schema: recommendedSchema, signal });
        return read.recommended;
      }),
    async call({ id }, { arguments: given, task, key }, signal) {
      const request = {
        ...{ ...own, signifier: id, task, idempotency_key: key, wait_seconds: 2 },
        ...(given === undefined ? {} : { arguments: given }),
      };
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await tool('invoke_signifier', request, { schema: callSchema, signal });
        } catch (error) {
          if (error instanceof EnvironmentError || attempt === attempts) throw error;
          signal.throwIfAborted();
        }
      }
    },
    outcome: (callId, signal) =>
      tool(
        'get_call',
        { call_id: callId, wait_seconds: waitSeconds },
        { schema: callSchema, signal },
      ),
    cancel: (callId, signal) =>
      tool('cancel_call', { call_id: callId }, { schema: callSchema, signal }),
    close: () => client.close(),
  };
}

function textOf(content: unknown): string {
  const blocks = z.array(z.looseObject({ text: z.string().optional() })).safeParse(content);
  const text = (blocks.data ?? []).flatMap((block) => block.text ?? []).join('\n');
  return text === '' ? 'The environment refused it without a reason.' : text;
}

/** Work that is done one after the other. */
export function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
}
