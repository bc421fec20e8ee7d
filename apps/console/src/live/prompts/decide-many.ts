import type { CreateDecisions, DecisionReceipt } from '@countersign/api/bulk';
import { useMemo } from 'react';
import { newId } from '../session/browser-ports.ts';
import { useClient } from '../session/client-context.tsx';

/** One answer to many prompts, made ready to be sent; sent again it is the same answer. */
export type ManyAnswer = CreateDecisions;

export interface DecideMany {
  prepare: (body: Omit<CreateDecisions, 'idempotencyKey' | 'awaitsReceipt'>) => ManyAnswer;
  send: (answer: ManyAnswer) => Promise<readonly DecisionReceipt[]>;
  /** The receipt is on screen: when the answers leave, null = none waits. */
  shown: (answer: ManyAnswer) => Promise<number | null>;
  /** Takes back what has not left, also while it is recorded; the receipts as they are then. */
  recall: (answer: ManyAnswer) => Promise<readonly DecisionReceipt[]>;
}

/** Answering many prompts at once, and taking it back. Rejects as the interface does. */
export function useDecideMany(): DecideMany {
  const client = useClient();
  return useMemo(() => {
    // What a row became is newer than what was shown of it.
    const taken = (receipts: readonly DecisionReceipt[]) => {
      client.prompts.put(receipts.flatMap(({ prompt }) => prompt ?? []));
      return receipts;
    };
    return {
      prepare: (body) => ({
        ...body,
        idempotencyKey: newId(),
        ...(body.items.length > 1 ? { awaitsReceipt: true } : {}),
      }),
      send: async (answer) => taken((await client.api.createDecisions(answer)).receipts),
      shown: async ({ idempotencyKey }) =>
        (await client.api.showDecisions(idempotencyKey)).releaseAt,
      recall: async ({ idempotencyKey }) =>
        taken((await client.api.recallDecisions(idempotencyKey)).receipts),
    };
  }, [client]);
}
