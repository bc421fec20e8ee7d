import type { Delivery, DeliveryOutcome } from '../delivery/lease.ts';
import type { Journal } from '../journal/journal.ts';
import { isWords, speakerOf, textOfWords } from '../outbox/queued-words.ts';
import { keepWordsForMcp } from './question-operations.ts';

/**
 * Keeps for an MCP client what would be sent to another agent. An answer is stored with its question and can be fetched from now on;
 * words are kept for the next result.
 */
export const keepForMcp =
  (journal: Journal) =>
  async ({ id, kind, message, run }: Delivery): Promise<DeliveryOutcome> => {
    if (isWords(kind)) {
      const sender = speakerOf(message).replace(/^operator:/, '');
      const content = textOfWords(message);
      const said = Date.parse(message.timestamp);
      await journal.commit(keepWordsForMcp, { id, threadId: run.threadId, sender, content, said });
    }
    return { kind: 'delivered' };
  };
