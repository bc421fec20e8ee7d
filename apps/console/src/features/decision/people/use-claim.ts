import type { Prompt } from '@countersign/api/prompt';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { queryKeys } from '../../../live/query-keys.ts';
import { useClient } from '../../../live/session/client-context.tsx';
import { type Action, useAction } from '../../../live/use-action.ts';
import type { Activity } from './use-activity.ts';

interface Claims {
  /** Claims the prompt, or renews the claim. */
  take: () => Promise<void>;
  /** Asks the holder for it. */
  ask: () => Promise<void>;
  /** Takes it from the holder: administrators. */
  force: () => Promise<void>;
  /** Keeps the claim although another operator asked for it. */
  keep: () => Promise<void>;
  /** Releases the claim, or takes the request back. */
  release: () => Promise<void>;
}

/** The actions on a prompt's claim; after each, also after a refusal, the current claim is shown. */
function useClaims(promptId: string): Claims {
  const client = useClient();
  const cache = useQueryClient();
  return useMemo(() => {
    const { api } = client;
    const applied = async (work: Promise<unknown>) => {
      try {
        await work;
      } finally {
        // Not written from the response: a fact received meanwhile may be newer.
        void cache.invalidateQueries({ queryKey: queryKeys.prompt(promptId) });
      }
    };
    return {
      take: () => applied(api.claimPrompt(promptId)),
      ask: () => applied(api.claimPrompt(promptId, { takeOver: 'ask' })),
      force: () => applied(api.claimPrompt(promptId, { takeOver: 'force' })),
      keep: () => applied(api.keepClaim(promptId)),
      release: () => applied(api.releaseClaim(promptId)),
    };
  }, [client, cache, promptId]);
}

const activeMs = 60_000;
const againMs = 10_000;
const lookEveryMs = 5_000;

export interface Holding {
  /** Me, another operator, or null: it is unclaimed. */
  holder: 'me' | 'other' | null;
  claims: Claims;
  action: Action;
  /** Releases by button: it is not claimed again before the next choice of an answer. */
  release: () => void;
  /** Releases a claim taken for an answer that is not being written any more; an earlier claim is kept. */
  letGo: () => void;
}

interface HoldingOf {
  prompt: Prompt;
  meId: string | null;
  /** An answer is being written. */
  isWriting: boolean;
  /** There is a draft that another operator's answer would make obsolete. */
  hasContent: boolean;
  activity: Activity;
}

/** Holds the prompt while an answer is being written: claimed with the first choice, renewed while active, released when idle. */
export function useClaim({ prompt, meId, isWriting, hasContent, activity }: HoldingOf): Holding {
  const { claim } = prompt;
  const client = useClient();
  const claims = useClaims(prompt.id);
  const action = useAction();
  // The server's own timer ends a lease and reports it: no clock is needed here to know who holds it.
  const holder = claim === null ? null : claim.operator === meId ? 'me' : 'other';
  const released = useRef(false);
  const triedAt = useRef(Number.NEGATIVE_INFINITY);
  /** The last request to hold it: its fact may not have come yet. */
  const taking = useRef<Promise<void> | null>(null);
  /** It was unclaimed when it was claimed here. */
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
      // Choosing an answer counts as activity; later renewals need new activity.
      const isFirst = triedAt.current === Number.NEGATIVE_INFINITY;
      if (!isFirst && !activity.isActive(activeMs)) return;
      triedAt.current = now;
      isOurs.current ||= holder === null;
      // No error is shown: the holder is visible, and a claim is only a courtesy.
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
