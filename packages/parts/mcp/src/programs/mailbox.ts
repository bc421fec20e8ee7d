import type { Delivery, DeliveryOutcome } from '@countersign/part-desk/delivery/lease';
import {
  authorOf,
  isQueuedKind,
  textOfMessage,
} from '@countersign/part-desk/outbox/queued-messages';
import type { Journal } from '@countersign/server/journal/journal';
import { keepMessageForProgram } from './question-operations.ts';

/**
 * Keeps for an MCP client what would be sent to another agent. An answer is stored with its question and can be fetched from now on;
 * words are kept for the next result.
 */
export const keepForProgram =
  (journal: Journal) =>
  async ({ id, kind, message, run }: Delivery): Promise<DeliveryOutcome> => {
    if (isQueuedKind(kind)) {
      const sender = authorOf(message).replace(/^operator:/, '');
      const content = textOfMessage(message);
      const said = Date.parse(message.timestamp);
      await journal.commit(keepMessageForProgram, {
        id,
        threadId: run.threadId,
        sender,
        content,
        said,
      });
    }
    return { kind: 'delivered' };
  };
