import type { MaskedCounts } from '@countersign/memory/extract/mask-secrets';
import { bodyHash } from '@countersign/server/http/body-hash';
import { operation } from '@countersign/server/journal/operation';
import { keepKey, readKey } from '@countersign/server/store/keys';

interface NoteMasked {
  threadId: string;
  towards: 'agent' | 'caller';
  /** What was passed on: a run, an answer, or a state of the task. */
  what: string;
  counts: MaskedCounts;
  /** Id of the caller. */
  by: string;
}

/** Records how much of each kind was masked in what has left, however often the same is sent or read. */
export const noteMasked = operation<NoteMasked, void>(
  'noteMasked',
  async (transaction, { threadId, towards, what, counts, by }) => {
    const request = {
      scope: `gateway-masked:${threadId}`,
      key: bodyHash([towards, what, counts]),
      bodyHash: '',
    };
    if ((await readKey(transaction, request)).kind !== 'new') return;
    await keepKey(transaction, request, '');
    const detail = { towards, ...counts };
    await transaction.audit({ operator: by, action: 'gateway:masked', threadId, detail });
  },
  { waits: true },
);
