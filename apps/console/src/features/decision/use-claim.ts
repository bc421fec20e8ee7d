import type { Prompt } from '@countersign/api/prompt';
import { useEffect, useRef } from 'react';
import { type Claims, useClaims } from '../../live/claims.ts';
import { useClient } from '../../live/client-context.tsx';
import { type Action, useAction } from '../../live/use-action.ts';
import type { Activity } from './use-activity.ts';

const activeMs = 60_000;
const againMs = 10_000;
const lookEveryMs = 5_000;

export interface Holding {
  /** mine, somebody else's, or nobody's. */
  holder: 'me' | 'other' | null;
  claims: Claims;
  action: Action;
  /** Lets go by hand: it is not taken again before the next choice of an answer. */
  release: () => void;
  /** Lets go of what was taken for an answer that is not written any more; what one held before stays held. */
  letGo: () => void;
}

interface HoldingOf {
  prompt: Prompt;
  meId: string | null;
  /** An answer is being written. */
  isWriting: boolean;
  /** Something is written that would be lost to somebody else's answer. */
  hasContent: boolean;
  activity: Activity;
}

/** Holds the prompt as long as somebody is at an answer: taken with the first choice, renewed while active, let go of in peace. */
export function useClaim({ prompt, meId, isWriting, hasContent, activity }: HoldingOf): Holding {
  const { claim } = prompt;
  const client = useClient();
  const claims = useClaims(prompt.id);
  const action = useAction();
  // The server's own timer ends a lease and says so: no clock is needed here to know who holds it.
  const holder = claim === null ? null : claim.operator === meId ? 'me' : 'other';
  const released = useRef(false);
  const triedAt = useRef(Number.NEGATIVE_INFINITY);
  /** The last request to hold it: its fact may not have come yet. */
  const taking = useRef<Promise<void> | null>(null);
  /** It was nobody's when it was taken here. */
  const isOurs = useRef(false);
  const wants = isWriting && meId !== null && prompt.state === 'open';
  useEffect(() => {
    if (isWriting) return;
    released.current = false;
    triedAt.current = Number.NEGATIVE_INFINITY;
  }, [isWriting]);

  const span = claim === null ? 0 : (claim.until - claim.since) / 2;
  const renewAt = holder === 'me' ? (claim?.until ?? 0) - Math.max(span, lookEveryMs) : 0;
  useEffect(() => {
    if (!wants || holder === 'other') return;
    const look = () => {
      const now = client.serverNow();
      if (released.current || now < renewAt || now - triedAt.current < againMs) return;
      // Choosing an answer is a sign of life too; what follows needs another one.
      const isFirst = triedAt.current === Number.NEGATIVE_INFINITY;
      if (!isFirst && !activity.isActive(activeMs)) return;
      triedAt.current = now;
      isOurs.current ||= holder === null;
      // Quiet: whoever holds it is shown, a failure only costs the courtesy.
      taking.current = claims.take().catch(() => {});
    };
    look();
    const timer = setInterval(look, lookEveryMs);
    return () => clearInterval(timer);
  }, [wants, holder, renewAt, claims, activity, client]);

  const leave = useRef<() => void>(() => {});
  useEffect(() => {
    leave.current = () => {
      if (holder === 'other' || hasContent || prompt.state !== 'open') return;
      if (holder === null && taking.current === null) return;
      void Promise.resolve(taking.current)
        .then(claims.release)
        .catch(() => {});
    };
  });
  useEffect(() => () => leave.current(), []);

  const letGo = () => {
    if (!isOurs.current || holder === 'other' || taking.current === null) return;
    isOurs.current = false;
    const taken = taking.current;
    taking.current = null;
    void taken.then(claims.release).catch(() => {});
  };

  return {
    holder,
    letGo,
    claims,
    action,
    release: () => {
      released.current = true;
      taking.current = null;
      void action.run(claims.release);
    },
  };
}
