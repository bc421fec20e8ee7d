import { randomUUID } from 'node:crypto';
import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import type { OtherServers } from '@countersign/server/servers/other-servers';
import type { Calling } from '../calling.ts';
import { type Gateway, refusalOf } from '../gateway.ts';
import { type AskedState, askedStateIn, elicitedBy } from './mcp-elicitation.ts';

const sessionPrefix = 'asks-';
const idPrefix = 'question.';

/**
 * The session of a client that can ask its own person and speaks a revision before 2026-07-28, where it says so only when it connects:
 * the id repeats it, so that any server on the store, also after a restart, knows it. null = the client needs none.
 */
export function sessionIdFor(body: unknown): string | null {
  if (memberOf(body, 'method') !== 'initialize') return null;
  const capabilities = memberOf(memberOf(body, 'params'), 'capabilities');
  return isObject(memberOf(capabilities, 'elicitation')) ? `${sessionPrefix}${randomUUID()}` : null;
}

export const asksInSession = (sessionId: string | undefined): boolean =>
  sessionId?.startsWith(sessionPrefix) === true;

/** An answer of a client to a question that was sent to it in the stream of a call. */
interface SessionAnswer {
  id: string;
  asked: AskedState;
  result: JsonObject | null;
}

/** The answer in the body of a request; null = it is something else. */
export function sessionAnswerIn(body: unknown): SessionAnswer | null {
  if (!isObject(body) || 'method' in body || !('result' in body || 'error' in body)) return null;
  const { id, result } = body;
  if (typeof id !== 'string' || !id.startsWith(idPrefix)) return null;
  const state = id.slice(idPrefix.length).split('.')[0] ?? '';
  const asked = askedStateIn(Buffer.from(state, 'base64url').toString());
  return asked === null ? null : { id, asked, result: isObject(result) ? result : null };
}

/** A question that was sent to a client. */
interface SentQuestion {
  id: string;
  /** Aborted when the person of the client has left it to others. */
  left: AbortSignal;
  end(): void;
}

/** The questions in the streams of calls that are open. */
export interface SessionQuestions {
  begin(asked: AskedState): SentQuestion;
  /**
   * Takes an answer. What is asked is in the id of the question, so it may come to another server than the one that has sent it: the
   * call continues there with the task, or ends by a word of this server if the question was left.
   */
  answer(gateway: Gateway, calling: Calling, answer: SessionAnswer): Promise<void>;
  close(): void;
}

export function createSessionQuestions(others: OtherServers): SessionQuestions {
  const open = new Map<string, AbortController>();
  const stopHearing = others.onWord((word) => {
    if (word.kind === 'mcp-left') open.get(word.question)?.abort();
  });
  // Nothing of it is in the store, where the other server would see it.
  const leave = (question: string) => {
    const leaving = open.get(question);
    if (leaving === undefined) others.notify({ kind: 'mcp-left', question });
    else leaving.abort();
  };
  return {
    begin(asked) {
      const state = Buffer.from(JSON.stringify(asked)).toString('base64url');
      const id = `${idPrefix}${state}.${randomUUID()}`;
      const leaving = new AbortController();
      open.set(id, leaving);
      return { id, left: leaving.signal, end: () => open.delete(id) };
    },
    async answer(gateway, calling, { id, asked, result }) {
      const elicited = elicitedBy(asked, result);
      try {
        if (elicited.kind === 'answered') await gateway.call(calling, elicited.call);
        else leave(id);
      } catch (error) {
        if (refusalOf(error) === null) throw error;
        // It cannot be answered there any more: the call ends with the task as it is.
        leave(id);
      }
    },
    close: stopHearing,
  };
}
