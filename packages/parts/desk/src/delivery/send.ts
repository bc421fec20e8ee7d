import type { WireRequest } from '@countersign/adapters/protocol/wire';
import { say } from '@countersign/api/statements';
import type { WrittenStatement } from '@countersign/json/statement';
import { describeFailure, unreadCode } from '@countersign/server/http/transport-errors';
import { inOrder } from '@countersign/server/outgoing/refusal-text';
import { backoffMs, type Clock } from '@countersign/server/runtime/clock';
import type { Carrier } from '../agents/carrier.ts';
import { type KnownAgent, withheldNote } from '../agents/secret-headers.ts';
import { mayHaveArrived } from '../runs/after-failure.ts';
import type { Delivery, DeliveryOutcome } from './lease.ts';
import { unconfirmed } from './unconfirmed.ts';

export interface DeliveryLimits {
  /** Attempts before an answer is abandoned. */
  maxAttempts: number;
  /** For one attempt, ms. */
  timeoutMs: number;
  backoff: { baseMs: number; capMs: number };
  /** Runs in a row that a task may have without a person. */
  unattendedRuns: number;
}

/** After a failed attempt: the next one, or the end of them. */
export const retryOrGiveUp = (
  attempts: number,
  { reason, code }: { reason: WrittenStatement; code: string },
  { limits, random }: { limits: DeliveryLimits; random: () => number },
): DeliveryOutcome =>
  attempts >= limits.maxAttempts
    ? { kind: 'undeliverable', reason: say('delivery.given-up', { why: reason, attempts }), code }
    : { kind: 'retry', reason, code, afterMs: backoffMs(attempts - 1, limits.backoff, random) };

/** One attempt to send a delivery to an open run, in the request of its protocol. Never rejects. */
export async function deliver(
  { attempts }: Pick<Delivery, 'attempts'>,
  agent: KnownAgent,
  request: WireRequest,
  context: {
    carrier: Carrier;
    clock: Clock;
    random: () => number;
    limits: DeliveryLimits;
    signal: AbortSignal;
  },
): Promise<DeliveryOutcome> {
  const { limits } = context;
  const again = (reason: WrittenStatement, code: string) =>
    retryOrGiveUp(attempts, { reason, code }, context);
  try {
    const { carrier, signal, clock } = context;
    const line = { signal, timeoutMs: limits.timeoutMs, clock };
    const reply = await carrier.transport(agent, line).call(request);
    const { status } = reply;
    if (status >= 200 && status < 300) {
      reply.discard();
      return { kind: 'delivered' };
    }
    const said = await reply.refusal();
    const { name } = agent;
    const answer =
      said === ''
        ? say('delivery.status', { agent: name, status })
        : say('delivery.status-said', { agent: name, status, said });
    const reason = inOrder(answer, withheldNote(agent, request.url, status));
    // A repetition does not change a refusal; only these mean "later".
    const later = status >= 500 || status === 408 || status === 425 || status === 429;
    const code = `http-${status}`;
    if (later) {
      return again(mayHaveArrived({ code, status }) ? unconfirmed(name, reason) : reason, code);
    }
    const isGone = status === 404 || status === 409 || status === 410;
    return { kind: 'refused', reason, code, isGone };
  } catch (error) {
    const { said, code } = describeFailure(error);
    // It is in this server: there is nothing to give up.
    if (code === unreadCode) {
      const afterMs = backoffMs(attempts - 1, limits.backoff, context.random);
      return { kind: 'retry', reason: said, code, afterMs };
    }
    const hasArrived = mayHaveArrived({ code, status: null });
    const { name } = agent;
    const why = say('delivery.unreachable', { agent: name, why: said });
    return again(hasArrived ? unconfirmed(name, said) : why, code);
  }
}
