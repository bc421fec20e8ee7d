import type { Presence } from '@countersign/api/presence';
import type { StoreState } from '@countersign/api/store-state';
import { createHub, type Hub } from '../http/hub.ts';
import { readPrompt } from '../records/prompt-records.ts';
import { createPresenceBoard, type PresenceBoard } from '../team/presence.ts';
import type { StoreServices } from './store.ts';

/** The interface for browsers: notices in addition to what is journalled. */
export interface BrowserServices {
  hub: Hub;
  presence: PresenceBoard;
  /** Nothing more is sent. */
  close(): void;
}

export function createBrowserServices({ journal, clock, report }: StoreServices): BrowserServices {
  const hub = createHub(journal, clock, report);
  const announce = async (told: Presence) => {
    const seen = (await readPrompt(journal.read, told.promptId))?.seen ?? null;
    hub.tell({ event: 'presence', key: told.promptId, data: { ...told, seen } });
  };
  // In the order in which they came, however long each is looked up.
  let announced: Promise<void> = Promise.resolve();
  const presence = createPresenceBoard(clock, (told) => {
    announced = announced
      .then(() => announce(told))
      .catch((error) => report('Who looks at a question could not be told.', error));
  });
  const tellState = (state: StoreState) => hub.tell({ event: 'store', key: 'state', data: state });
  // Damage found while the store was opened is sent to the first reader too.
  if (journal.state().damaged !== undefined) tellState(journal.state());
  const stopTellingState = journal.onState(tellState);
  return {
    hub,
    presence,
    close() {
      hub.close();
      presence.close();
      stopTellingState();
    },
  };
}
