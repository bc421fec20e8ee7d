import type { Presence } from '@countersign/api/prompts/presence';
import type { StoreState } from '@countersign/api/store-state';
import { readPrompt } from '@countersign/part-desk/records/prompt-records';
import { createPresenceBoard, type PresenceBoard } from '@countersign/part-desk/team/presence';
import { noteOpening } from '@countersign/part-insights/opening-operation';
import { createOpenings } from '@countersign/part-insights/openings';
import { createHub, type Hub } from '@countersign/server/http/streams/hub';
import type { StoreServices } from '@countersign/server/kernel';
import type { OtherServers } from '@countersign/server/servers/other-servers';

/** The interface for browsers: notices in addition to what is journalled. */
export interface BrowserServices {
  hub: Hub;
  presence: PresenceBoard;
  /** Nothing more is sent. */
  close(): void;
}

export function createBrowserServices({ journal, clock, report }: StoreServices): BrowserServices {
  const { others } = journal;
  const own = createHub(journal, clock, report);
  const announce = async (reported: Presence) => {
    const seen = (await readPrompt(journal.read, reported.promptId))?.seen ?? null;
    own.notify({ event: 'presence', key: reported.promptId, data: { ...reported, seen } });
  };
  // In the order in which they came, however long each is looked up.
  let announced: Promise<void> = Promise.resolve();
  const board = createPresenceBoard(clock, (reported) => {
    announced = announced
      .then(() => announce(reported))
      .catch((error) => report('Who looks at a question could not be told.', error));
  });
  // Openings of this server's own tabs: each server keeps those.
  const openings = createOpenings(clock, (opening) => {
    journal
      .commit(noteOpening, opening)
      .catch((error) => report('How long a question was on screen could not be kept.', error));
  });
  const reportState = (state: StoreState) =>
    own.notify({ event: 'store', key: 'state', data: state });
  // Damage found while the store was opened, and that this server only reads, is sent to the first reader too.
  const { damaged, reason } = journal.state();
  if (damaged !== undefined || reason !== null) reportState(journal.state());
  const stopReportingState = journal.onState(reportState);
  const stopHearing = others.onWord((word) => {
    if (word.kind === 'notice') {
      const { event, key, data, operatorId } = word;
      own.notify({ event, key, data }, operatorId);
    } else if (word.kind === 'drop') own.drop(word.operatorId);
    else if (word.kind === 'presence') board.notify(word);
    else if (word.kind === 'absent') board.leave(word.operatorId);
  });
  return {
    hub: forwardedToOthers(own, others),
    presence: {
      ...board,
      notify(word) {
        board.notify(word);
        openings.notify(word);
        others.notify({ kind: 'presence', ...word });
      },
      leave(operatorId) {
        board.leave(operatorId);
        openings.leave(operatorId);
        others.notify({ kind: 'absent', operatorId });
      },
    },
    close() {
      openings.close();
      own.close();
      board.close();
      stopReportingState();
      stopHearing();
    },
  };
}

/** The hub of this server, which forwards to the others what concerns browsers everywhere. The state of the store is that of one server. */
const forwardedToOthers = (own: Hub, others: OtherServers): Hub => ({
  ...own,
  notify(news, operatorId) {
    own.notify(news, operatorId);
    const { event } = news;
    if (event !== 'draft' && event !== 'changed') return;
    const data = { ...news.data };
    others.notify({ kind: 'notice', ...news, event, data, operatorId });
  },
  drop(operatorId) {
    own.drop(operatorId);
    others.notify({ kind: 'drop', operatorId });
  },
});
