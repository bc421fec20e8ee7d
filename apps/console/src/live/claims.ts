import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useClient } from './client-context.tsx';
import { queryKeys } from './query-keys.ts';

export interface Claims {
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
export function useClaims(promptId: string): Claims {
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
