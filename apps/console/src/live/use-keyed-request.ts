import { useRef } from 'react';
import { newId } from './session/browser-ports.ts';

/**
 * Sends a request under an idempotency key. Repeated unchanged after a failure it keeps its key, so that the server, which may have
 * carried it out without the answer arriving, does not do it twice.
 */
export function useKeyedRequest(): <Answer>(
  body: object,
  send: (idempotencyKey: string) => Promise<Answer>,
) => Promise<Answer> {
  const failed = useRef<{ body: string; key: string } | null>(null);
  return async (body, send) => {
    const text = JSON.stringify(body);
    const key = failed.current?.body === text ? failed.current.key : newId();
    failed.current = { body: text, key };
    const answer = await send(key);
    failed.current = null;
    return answer;
  };
}
