import { childToken } from '../child-server.ts';

/** Operators who answer every open question at once, and repeat a request whose answer they did not get, with its key. */
export interface RacingOperators {
  /** Answers that were confirmed, per question: the ids of the decisions. */
  winners: Map<string, Set<string>>;
  /** Responses that are no answer of this server to such a request. */
  odd: string[];
  stop(): Promise<void>;
}

/** 404: a server that was restored; 409 and 410: another one was faster; 412: it has changed; 429 and 503: again. */
const expected = new Set([200, 201, 404, 409, 410, 412, 429, 503]);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** `urls`: of one server each, or of the same. */
export function startRacingOperators(urls: readonly (() => string)[]): RacingOperators {
  const winners = new Map<string, Set<string>>();
  const odd: string[] = [];
  let racing = true;

  async function request(url: string, path: string, body?: object) {
    const response = await fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${childToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    });
    const answer = (await response.json()) as {
      items?: { id: string; digest: string }[];
      decisionId?: string;
    };
    return { status: response.status, answer };
  }

  async function race(url: () => string, name: number): Promise<void> {
    while (racing) {
      try {
        const { answer } = await request(url(), '/api/prompts?state=open&limit=100');
        for (const { id, digest } of answer.items ?? []) {
          const reply = await request(url(), `/api/prompts/${encodeURIComponent(id)}/decisions`, {
            feedback: { type: name % 2 === 0 ? 'approve' : 'reject' },
            digest,
            idempotencyKey: `operator-${name}-${id}`,
          });
          if (!expected.has(reply.status))
            odd.push(`${reply.status} ${JSON.stringify(reply.answer)}`);
          if (reply.status !== 201 || reply.answer.decisionId === undefined) continue;
          winners.set(id, (winners.get(id) ?? new Set()).add(reply.answer.decisionId));
        }
      } catch {
        // Broken off on purpose: requested again, with the same key.
      }
      await pause(60);
    }
  }

  const races = urls.map((url, index) => race(url, index + 1));
  return {
    winners,
    odd,
    async stop() {
      racing = false;
      await Promise.all(races);
    },
  };
}
