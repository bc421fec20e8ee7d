import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useClient } from './client-context.tsx';
import { queryKeys } from './query-keys.ts';

export interface Claims {
  /** Holds the prompt, or holds on. */
  take: () => Promise<void>;
  /** Asks the holder for it. */
  ask: () => Promise<void>;
  /** Takes it from the holder: administrators. */
  force: () => Promise<void>;
  /** Holds on although somebody asked. */
  keep: () => Promise<void>;
  /** Lets go, or takes the request back. */
  release: () => Promise<void>;
}

/** What can be done about who is at a prompt; afterwards, and after a refusal, the claim that stands is shown. */
export function useClaims(promptId: string): Claims {
  const client = useClient();
  const cache = useQueryClient();
  return useMemo(() => {
    const { api } = client;
    const told = async (work: Promise<unknown>) => {
      try {
        await work;
      } finally {
        // Not written from the answer: a fact that came meanwhile may be newer.
        void cache.invalidateQueries({ queryKey: queryKeys.prompt(promptId) });
      }
    };
    return {
      take: () => told(api.claimPrompt(promptId)),
      ask: () => told(api.claimPrompt(promptId, { takeOver: 'ask' })),
      force: () => told(api.claimPrompt(promptId, { takeOver: 'force' })),
      keep: () => told(api.keepClaim(promptId)),
      release: () => told(api.releaseClaim(promptId)),
    };
  }, [client, cache, promptId]);
}
