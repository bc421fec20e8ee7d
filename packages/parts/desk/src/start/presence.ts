import type { Presence } from '@countersign/api/prompts/presence';
import type { PartKernel } from '@countersign/server/part';
import { deskExtensions } from '../desk-extension.ts';
import { readPrompt } from '../records/prompt-records.ts';
import { createPresenceBoard, type PresenceBoard } from '../team/presence.ts';

/** Who looks at which question, at all servers. */
export function createSharedPresence(kernel: PartKernel): PresenceBoard {
  const { journal, clock, report, hub } = kernel;
  const { others } = journal;
  const announce = async (reported: Presence) => {
    const seen = (await readPrompt(journal.read, reported.promptId))?.seen ?? null;
    hub.notify({ event: 'presence', key: reported.promptId, data: { ...reported, seen } });
  };
  // In the order in which they came, however long each is looked up.
  let announced: Promise<void> = Promise.resolve();
  const board = createPresenceBoard(clock, (reported) => {
    announced = announced
      .then(() => announce(reported))
      .catch((error) => report('Who looks at a question could not be told.', error));
  });
  const stopHearing = others.onWord((word) => {
    if (word.kind === 'presence') board.notify(word);
    else if (word.kind === 'absent') board.leave(word.operatorId);
  });
  return {
    ...board,
    notify(word) {
      board.notify(word);
      for (const { ownTabs } of deskExtensions.of(kernel)) ownTabs?.notify(word);
      others.notify({ kind: 'presence', ...word });
    },
    leave(operatorId) {
      board.leave(operatorId);
      for (const { ownTabs } of deskExtensions.of(kernel)) ownTabs?.leave(operatorId);
      others.notify({ kind: 'absent', operatorId });
    },
    close() {
      board.close();
      stopHearing();
    },
  };
}
