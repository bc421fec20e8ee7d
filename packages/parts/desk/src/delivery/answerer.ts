import type { Prompt } from '@countersign/api/prompt';
import { say } from '@countersign/api/statements';
import type { WrittenStatement } from '@countersign/json/statement';
import { quoted } from '@countersign/server/http/problem';
import type { Clock } from '@countersign/server/runtime/clock';
import type { AskerAnswer, AskerDelivery, DeliveryOutcome } from './lease.ts';
import { type DeliveryLimits, retryOrGiveUp } from './send.ts';

export type Received =
  | { kind: 'taken' }
  /** The question is open again, with the reason, a sentence. */
  | { kind: 'refused'; reason: string }
  /** It is no longer awaited: the question is withdrawn, with the reason. */
  | { kind: 'gone'; reason: string };

/** A part of the server that asks people without a task, and receives their answers. */
export interface Answerer {
  /** The protocol in the origin of its questions. */
  protocol: string;
  /**
   * Called once for an answer, after its recall window. If it throws, or does not return in time, it is called again later with the
   * same id; also after a crash of the server between the call and the record of it. `signal`: the result is no longer awaited.
   */
  receive(answer: AskerAnswer, signal: AbortSignal): Promise<Received>;
  /**
   * A question was closed without an answer: it expired or was withdrawn. Not repeated after a restart: who asks the same
   * question again gets its state.
   */
  lapsed?(prompt: Prompt): void;
  /** A person has postponed the deadline of a question; the prompt has the new one. Not repeated after a restart, like `lapsed`. */
  extended?(prompt: Prompt): void;
}

/** One attempt to give an answer to its asker. Never rejects. */
export async function deliverToAsker(
  answerers: readonly Answerer[],
  { attempts, answer }: AskerDelivery,
  context: { clock: Clock; random: () => number; limits: DeliveryLimits; signal: AbortSignal },
): Promise<DeliveryOutcome> {
  const { protocol } = answer.prompt.origin;
  const answerer = answerers.find((one) => one.protocol === protocol);
  if (answerer === undefined) {
    const reason = say('delivery.no-answerer', { protocol });
    return { kind: 'gone', reason };
  }
  const again = (reason: WrittenStatement, code: string) =>
    retryOrGiveUp(attempts, { reason, code }, context);
  const { agentName } = answer.prompt;
  try {
    const received = await inTime(context, (signal) => answerer.receive(answer, signal));
    if (received === null)
      return again(say('delivery.asker-late', { agent: agentName }), 'timeout');
    if (received.kind === 'taken') return { kind: 'acknowledged' };
    const reason = quoted(received.reason);
    if (received.kind === 'gone') return { kind: 'gone', reason };
    return { kind: 'refused', reason, isGone: false };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return again(say('delivery.asker-failed', { agent: agentName, why: detail }), 'asker');
  }
}

/** Null = it took too long, or the server is closing. */
async function inTime<Result>(
  {
    clock,
    limits,
    signal,
  }: { clock: Clock; limits: Pick<DeliveryLimits, 'timeoutMs'>; signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | null> {
  const abort = new AbortController();
  const end = () => abort.abort();
  const over = new Promise<null>((resolve) => {
    abort.signal.addEventListener('abort', () => resolve(null), { once: true });
  });
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  const stop = clock.schedule(end, limits.timeoutMs);
  try {
    return await Promise.race([work(abort.signal), over]);
  } finally {
    stop();
    signal.removeEventListener('abort', end);
  }
}
