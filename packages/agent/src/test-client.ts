import { createDecoder } from '@countersign/hai/decoder';
import type { HaiEvent, HaiEventOf, HaiEventType } from '@countersign/hai/event';
import { createSseParser } from '@countersign/hai/sse';
import { type UpFeedback, type UpMessage, upMessageSchema } from '@countersign/upformat/message';
import type { AgentAddress } from './child-run.ts';

/** A run as a test watches it over real HTTP. */
export interface WatchedRun {
  threadId: string;
  runId: string;
  status: number;
  /** Everything received so far, in order, with the SSE id of each. */
  events: HaiEvent[];
  ids: string[];
  frames: string[];
  /** The first event, received or still to come, that satisfies `test`; rejects when the stream ends without it. */
  until(test: (event: HaiEvent) => boolean): Promise<HaiEvent>;
  /** The first UpFormat message that satisfies `test`. */
  message(test: (message: UpMessage) => boolean): Promise<UpMessage>;
  of<T extends HaiEventType>(type: T): HaiEventOf<T>[];
  messages(): UpMessage[];
  text(): string;
  /** Resolves when the connection is at its end. */
  ended: Promise<void>;
  /** Cuts the connection. */
  cut(): void;
}

/** Starts a run, or joins it again with `lastEventId`. Test helper. */
export async function watchRun(
  url: string,
  input: {
    threadId?: string;
    runId?: string;
    text?: string;
    state?: unknown;
    forwardedProps?: Record<string, unknown>;
    parentRunId?: string;
    lastEventId?: string;
  } = {},
): Promise<WatchedRun> {
  const { lastEventId, text, state, forwardedProps, parentRunId } = input;
  const threadId = input.threadId ?? crypto.randomUUID();
  const runId = input.runId ?? crypto.randomUUID();
  const abort = new AbortController();
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    body: JSON.stringify({
      threadId,
      runId,
      messages: text === undefined ? [] : [{ id: 'user-1', role: 'user', content: text }],
      ...(state === undefined ? {} : { state }),
      ...(forwardedProps === undefined ? {} : { forwardedProps }),
      ...(parentRunId === undefined ? {} : { parentRunId }),
    }),
    signal: abort.signal,
  });
  const decoder = createDecoder();
  const waiters = new Set<() => void>();
  let done = false;
  const wake = () => {
    for (const waiter of [...waiters]) waiter();
  };
  const run: WatchedRun = {
    threadId,
    runId,
    status: response.status,
    events: [],
    ids: [],
    frames: [],
    until(test) {
      let seen = 0;
      return new Promise((resolve, reject) => {
        const look = () => {
          for (; seen < run.events.length; seen += 1) {
            const event = run.events[seen];
            if (event && test(event)) {
              waiters.delete(look);
              resolve(event);
              return;
            }
          }
          if (!done) return;
          waiters.delete(look);
          reject(new Error(`The stream ended after ${run.events.length} events`));
        };
        waiters.add(look);
        look();
      });
    },
    async message(test) {
      const found = await run.until((event) => {
        const message = messageOf(event);
        return message !== null && test(message);
      });
      return upMessageSchema.parse('value' in found ? found.value : undefined);
    },
    of: (type) =>
      run.events.filter((event): event is HaiEventOf<typeof type> => event.type === type),
    messages: () => run.events.flatMap((event) => messageOf(event) ?? []),
    text: () =>
      run
        .of('BUSINESS_DATA_CONTENT')
        .map(({ delta }) => (typeof delta === 'string' ? delta : ''))
        .join(''),
    ended: Promise.resolve(),
    cut: () => abort.abort(),
  };
  const parser = createSseParser({
    onFrame(frame) {
      run.frames.push(frame.data);
      for (const event of decoder.decode(frame.data).events) {
        run.events.push(event);
        run.ids.push(frame.id ?? '');
      }
    },
  });
  const read = async () => {
    const textDecoder = new TextDecoder();
    const reader = response.body?.getReader();
    // Aborted just as the body ends, Node's fetch leaves the pending read hanging.
    abort.signal.addEventListener('abort', () => void reader?.cancel().catch(() => {}));
    try {
      for (;;) {
        const chunk = await reader?.read();
        if (!chunk || chunk.done) break;
        parser.feed(textDecoder.decode(chunk.value, { stream: true }));
        wake();
      }
    } catch {
      // Cut.
    }
    done = true;
    wake();
  };
  run.ended = read();
  return run;
}

function messageOf(event: HaiEvent): UpMessage | null {
  if (event.type !== 'CUSTOM' || event.name !== 'upformat.message') return null;
  const parsed = upMessageSchema.safeParse(event.value);
  return parsed.success ? parsed.data : null;
}

/** Answers a prompt, as the server of a console would. */
export function answerPrompt(
  agent: AgentAddress,
  run: { threadId: string; runId: string },
  answer: {
    prompt?: string;
    feedback: UpFeedback;
    key?: string;
    messageId?: string;
    by?: string;
  },
): Promise<Response> {
  const messageId = answer.messageId ?? crypto.randomUUID();
  return postFeedback(agent, run, answer.key ?? messageId, {
    messageId,
    ...(answer.prompt === undefined ? {} : { parentMessageId: answer.prompt }),
    state: 'submitted',
    agentId: answer.by ?? 'operator:test',
    upFeedback: answer.feedback,
  });
}

/** Posts any message to the feedback endpoint of an agent. */
export function postFeedback(
  agent: AgentAddress,
  { threadId, runId }: { threadId: string; runId: string },
  idempotencyKey: string,
  message: Omit<UpMessage, 'threadId' | 'timestamp'>,
): Promise<Response> {
  return fetch(agent.feedback?.url ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
    body: JSON.stringify({
      threadId,
      runId,
      idempotencyKey,
      message: { ...message, threadId, timestamp: new Date().toISOString() },
    }),
  });
}

/** Asks for pause, resume, stop or status. */
export function controlRun(
  agent: AgentAddress,
  run: { threadId: string; runId: string },
  action: 'pause' | 'resume' | 'stop' | 'status',
  key: string = crypto.randomUUID(),
): Promise<Response> {
  return fetch(agent.control?.url ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      threadId: run.threadId,
      runId: run.runId,
      action,
      operator: 'operator:test',
      idempotencyKey: key,
    }),
  });
}
