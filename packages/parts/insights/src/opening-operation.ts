import { operation } from '@countersign/server/journal/operation';
import { deciderOf, keepOpening, setVisible, visibleUntil } from './rows/question-figures.ts';

export interface Opening {
  promptId: string;
  operatorId: string;
  /** Epoch ms. */
  openedAt: number;
  closedAt: number;
}

/** Keeps that a person had a question on screen; it may have been decided meanwhile. */
export const noteOpening = operation<Opening, null>('noteOpening', async (transaction, opening) => {
  const { promptId, operatorId } = opening;
  await keepOpening(transaction, opening);
  const decided = await deciderOf(transaction, promptId);
  if (decided?.by_id === operatorId) {
    const until = Number(decided.ended);
    const ms = await visibleUntil(transaction, { promptId, operatorId, until });
    await setVisible(transaction, { promptId, ms });
  }
  return null;
});
