import { createDecoder } from '@countersign/hai/decoder';
import type { HaiEvent, HaiEventOf, HaiEventType } from '@countersign/hai/event';
import { createSseParser } from '@countersign/hai/sse';
import { type UpFeedback, type UpMessage, upMessageSchema } from '@countersign/upformat/message';
import type { AgentAddress } from './child-run.ts';

/** A run as observed by a test over real HTTP. */
export interface WatchedRun {
  threadId: string;
  runId: string;
  status: number;
  /** Everything received so far, in order, with the SSE id of each. */
  events: HaiEvent[];
  ids: string[];
  frames: string[];
  /** The first event, past or future, that satisfies `test`; rejects when the stream ends without it. */
  until(test: (event: HaiEvent) => boolean): Promise<HaiEvent>;
  /** The first UpFormat message that satisfies `test`. */
  message(test: (message: UpMessage) => boolean): Promise<UpMessage>;
  of<T extends HaiEventType>(type: T): HaiEventOf<T>[];
  messages(): UpMessage[];
  text(): string;
  /** Resolves when the connection has ended. */
  ended: Promise<void>;
  /** Cuts the connection. */
  cut(): void;
}

interface WatchedInput {
  threadId?: string;
  runId?: string;
  text?: string;
  state?: unknown;
  forwardedProps?: Record<string, unknown>;
  parentRunId?: string;
  context?: readonly object[];
  lastEventId?: string;
}

/** Starts a run, or rejoins it with `lastEventId`. Test helper. */
export async function watchRun(url: string, input: WatchedInput = {}): Promise<WatchedRun> {
  const { threadId = crypto.randomUUID(), runId = crypto.randomUUID() } = input;
  const abort = new AbortController();
  const response = await postRun(url, { ...input, threadId, runId }, abort.signal);
  const received = createReceived();
  const decoder = createDecoder();
  const ids: string[] = [];
  const frames: string[] = [];
  const parser = createSseParser({
    onFrame(frame) {
      frames.push(frame.data);
      for (const event of decoder.decode(frame.data).events) {
        received.events.push(event);
        ids.push(frame.id ?? '');
      }
    },
  });
  const of: WatchedRun['of'] = (type) =>
    received.events.filter((event): event is HaiEventOf<typeof type> => event.type === type);
  return {
    ...{ threadId, runId, ids, frames, of },
    status: response.status,
    events: received.events,
    until: received.until,
    async message(test) {
      const found = await received.until((event) => {
        const message = messageOf(event);
        return message !== null && test(message);
      });
      return upMessageSchema.parse('value' in found ? found.value : undefined);
    },
    messages: () => received.events.flatMap((event) => messageOf(event) ?? []),
    text: () =>
      of('BUSINESS_DATA_CONTENT')
        .map(({ delta }) => (typeof delta === 'string' ? delta : ''))
        .join(''),
    ended: readAll(response, abort.signal, (text) => {
      parser.feed(text);
      received.wake();
    }).then(received.end),
    cut: () => abort.abort(),
  };
}

function postRun(
  url: string,
  { lastEventId, text, ...input }: WatchedInput,
  signal: AbortSignal,
): Promise<Response> {
  const messages = text === undefined ? [] : [{ id: 'user-1', role: 'user', content: text }];
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    body: JSON.stringify({ ...input, messages }),
    signal,
  });
}

/** Events received so far, and waiters for one of them. */
function createReceived() {
  const events: HaiEvent[] = [];
  const waiters = new Set<() => void>();
  let done = false;
  const wake = () => {
    for (const waiter of [...waiters]) waiter();
  };
  return {
    events,
    wake,
    end() {
      done = true;
      wake();
    },
    until(test: (event: HaiEvent) => boolean): Promise<HaiEvent> {
      let seen = 0;
      return new Promise((resolve, reject) => {
        const look = () => {
          for (; seen < events.length; seen += 1) {
            const event = events[seen];
            if (event && test(event)) {
              waiters.delete(look);
              resolve(event);
              return;
            }
          }
          if (!done) return;
          waiters.delete(look);
          reject(new Error(`The stream ended after ${events.length} events`));
        };
        waiters.add(look);
        look();
      });
    },
  };
}

/** Reads a body until it ends or is cut. */
async function readAll(
  response: Response,
  signal: AbortSignal,
  onText: (text: string) => void,
): Promise<void> {
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  // If aborted just as the body ends, Node's fetch never settles the pending read.
  signal.addEventListener('abort', () => void reader?.cancel().catch(() => {}));
  try {
    for (;;) {
      const chunk = await reader?.read();
      if (!chunk || chunk.done) break;
      onText(decoder.decode(chunk.value, { stream: true }));
    }
  } catch {
    // Cut.
  }
}

function messageOf(event: HaiEvent): UpMessage | null {
  if (event.type !== 'CUSTOM' || event.name !== 'upformat.message') return null;
  const parsed = upMessageSchema.safeParse(event.value);
  return parsed.success ? parsed.data : null;
}

/** Answers a prompt, as a console's server would. */
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

/** Requests pause, resume, stop or status. */
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
