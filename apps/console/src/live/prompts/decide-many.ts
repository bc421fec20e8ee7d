import type { CreateDecisions, DecisionReceipt } from '@countersign/api/bulk';
import { useMemo } from 'react';
import { errorText } from '../problem-text.ts';
import { newId } from '../session/browser-ports.ts';
import { useClient } from '../session/client-context.tsx';

/** One answer to many prompts, made ready to be sent; sent again it is the same answer. */
export type ManyAnswer = CreateDecisions;

export interface DecideMany {
  prepare: (body: Omit<CreateDecisions, 'idempotencyKey'>) => ManyAnswer;
  send: (answer: ManyAnswer) => Promise<readonly DecisionReceipt[]>;
  /** Takes answers back that have not left; by decision id, why one could not be (null = it was). */
  recall: (decisionIds: readonly string[]) => Promise<ReadonlyMap<string, string | null>>;
}

/** Answering many prompts at once, and taking it back. Rejects as the interface does. */
export function useDecideMany(): DecideMany {
  const client = useClient();
  return useMemo(
    () => ({
      prepare: (body) => ({ ...body, idempotencyKey: newId() }),
      async send(answer) {
        const { receipts } = await client.api.createDecisions(answer);
        // What a row became is newer than what was shown of it.
        client.prompts.put(receipts.flatMap(({ prompt }) => prompt ?? []));
        return receipts;
      },
      async recall(decisionIds) {
        const recallOne = async (id: string): Promise<[string, string | null]> => {
          try {
            await client.api.recallDecision(id);
            return [id, null];
          } catch (error) {
            return [id, errorText(error)];
          }
        };
        return new Map(await Promise.all(decisionIds.map(recallOne)));
      },
    }),
    [client],
  );
}
