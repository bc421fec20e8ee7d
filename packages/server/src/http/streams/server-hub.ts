import type { StoreState } from '@countersign/api/store-state';
import type { StoreServices } from '../../kernel.ts';
import type { OtherServers } from '../../servers/other-servers.ts';
import { createHub, type Hub } from './hub.ts';

/** The hub of a server: with the state of its store, and what other servers forward to browsers everywhere. */
export function createServerHub({
  journal,
  clock,
  report,
}: Pick<StoreServices, 'journal' | 'clock' | 'report'>): Hub {
  const { others } = journal;
  const own = createHub(journal, clock, report);
  const reportState = (state: StoreState) =>
    own.notify({ event: 'store', key: 'state', data: state });
  // Damage found while the store was opened, and that this server only reads, is sent to the first reader too.
  const { damaged, reason } = journal.state();
  if (damaged !== undefined || reason !== null) reportState(journal.state());
  const ends = [
    journal.onState(reportState),
    journal.onTimeSet(own.sendTime),
    others.onWord((word) => {
      if (word.kind === 'notice') {
        const { event, key, data, operatorId } = word;
        own.notify({ event, key, data }, operatorId);
      } else if (word.kind === 'drop') own.drop(word.operatorId);
    }),
  ];
  return {
    ...forwardedToOthers(own, others),
    close() {
      own.close();
      for (const end of ends) end();
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
