import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@countersign/adapters/a2a/endpoint';
import type { A2aMessage } from '@countersign/adapters/a2a/frames';
import { messageOf } from '@countersign/adapters/a2a/next-message';
import { type SentPart, upFormatIn } from '@countersign/adapters/a2a/parts';
import { cancelRequest, getRequest, sendRequest } from '@countersign/adapters/a2a/requests';
import type { RunMessage } from '@countersign/adapters/a2a/run-message';
import { parseUpMessage } from '@countersign/upformat/parse';
import { timeout, within } from '../body-reader.ts';
import type { Exchange } from '../exchange.ts';
import { fittingAnswer } from '../questions.ts';
import { seen } from '../statements.ts';
import type { Target } from '../target.ts';
import type { TaskWatch } from './task-watch.ts';

/** How a request about a task came to its end. `working`: the task still worked when nobody waited for it any longer. */
export type TurnEnd = 'settled' | 'silent' | 'cut' | 'working' | 'refused';

/** After the end of a task its stream is read on for so long, ms: nothing may follow. */
const settleMs = 300;
const pollMs = 250;
/** A task that sends something all the time is followed for so many times the patience. */
const patienceTimes = 2;

/** Talks with an agent as a console does. */
export interface Conversation {
  readonly endpoint: Endpoint;
  /** Sends a message, and follows what comes of it. */
  say(parts: SentPart[], watch: TaskWatch): Promise<{ end: TurnEnd; exchange: Exchange }>;
  /** Sends a message without following it. */
  send(parts: SentPart[], to: TaskWatch['ids']): Promise<Exchange>;
  /** The whole response to a request. */
  read(taskId: string): Promise<Exchange>;
  cancel(taskId: string): Promise<Exchange>;
}

export function createConversation(target: Target, endpoint: Endpoint): Conversation {
  const whole = async (request: ReturnType<typeof getRequest>) => {
    const exchange = await target.exchange(request);
    await exchange.ended;
    return exchange;
  };
  const read = (taskId: string) => whole(getRequest(endpoint, taskId));
  const send = (parts: SentPart[], { taskId, contextId }: TaskWatch['ids']) => {
    const message: RunMessage = {
      ...{ messageId: randomUUID(), parts, contextId, taskId, about: null, answered: [] },
    };
    return target.exchange(sendRequest(endpoint, message, undefined));
  };

  async function followStream(exchange: Exchange, watch: TaskWatch): Promise<TurnEnd> {
    let isSettled = false;
    const waits = exchange.until((frame) => {
      const news = watch.take(frame);
      if (news?.kind === 'task') return false;
      if (news !== null && watch.isSettled) isSettled = true;
      return false;
    });
    const deadline = Date.now() + target.patienceMs * patienceTimes;
    while (Date.now() < deadline) {
      const how = await within(settleMs, exchange.ended);
      if (how === null && !isSettled) continue;
      exchange.close();
      await waits;
      if (watch.isSettled) return watch.said.error === null ? 'settled' : 'refused';
      return how === 'silent' ? 'silent' : 'cut';
    }
    exchange.close();
    return 'working';
  }

  /** An agent without streams sends a document, and is asked again and again. */
  async function poll(exchange: Exchange, watch: TaskWatch): Promise<TurnEnd> {
    await exchange.ended;
    for (const frame of exchange.documents) watch.take(frame);
    const deadline = Date.now() + target.patienceMs;
    while (Date.now() < deadline) {
      if (watch.isSettled) return watch.said.error === null ? 'settled' : 'refused';
      if (watch.ids.taskId === null) return 'cut';
      await timeout(pollMs).done;
      for (const frame of (await read(watch.ids.taskId)).documents) watch.take(frame);
    }
    return 'silent';
  }

  return {
    endpoint,
    send,
    read,
    cancel: (taskId) => whole(cancelRequest(endpoint, taskId)),
    async say(parts, watch) {
      const isNew = watch.ids.taskId === null;
      watch.begin(!isNew);
      const exchange = await send(parts, watch.ids);
      const isStream = exchange.mediaType === 'text/event-stream';
      const end = await (isStream ? followStream(exchange, watch) : poll(exchange, watch));
      for (const text of exchange.unread) {
        watch.fault('a2a.readable', seen('check.seen.no-json', { text }));
      }
      if (isNew && watch.ids.taskId !== null) target.count(watch.ids.taskId);
      else if (isNew && watch.said.isMessage) target.count(randomUUID());
      return { end, exchange };
    },
  };
}

/** What answers a question: in its form if it is UpFormat, else in words. Null = it takes knowledge. */
export function answerTo(asked: A2aMessage | null, threadId: string): SentPart[] | null {
  const carried = asked?.parts.map(upFormatIn).find((one) => one !== undefined);
  if (carried === undefined) return [{ kind: 'text', text: 'Approved.' }];
  const read = parseUpMessage(carried);
  const upFeedback = read.ok ? fittingAnswer(read.message) : null;
  if (!read.ok || upFeedback === null) return null;
  const id = randomUUID();
  const message = {
    ...{ messageId: id, threadId, parentMessageId: read.message.messageId },
    ...{ timestamp: new Date().toISOString(), state: 'submitted' as const },
    ...{ agentId: 'operator:check', upFeedback },
  };
  const none = () => ({ messageId: null, taskId: null, contextId: null });
  return messageOf({ kind: 'message', id, message, givenUp: [] }, none).parts;
}
