import type { Presence } from '@countersign/api/prompts/presence';
import type { Client } from '@countersign/client/client';
import { createBatcher } from '@countersign/client/stream/batcher';
import type { QueryClient } from '@tanstack/react-query';
import { isFoundByServer } from '../prompts/queue-pages.ts';
import { queryKeys } from '../query-keys.ts';
import { readAgain } from '../use-route.ts';
import { type Stale, staleAfter } from './stale-lists.ts';

const FLOOR_MS = 700;

/** Lists that no fact carries: a `changed` frame names the one that has to be read again. */
const settings = [
  'rules',
  'policy',
  'webhooks',
  'operators',
  'groups',
  'open-sessions',
  'programs',
];

/** Who is in which group is read with both. */
const peopleLists = ['operators', 'groups'];

const clock = {
  now: () => Date.now(),
  schedule(run: () => void, delayMs: number) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

/** The parts of the client that report changes. */
type Live = Pick<
  Client,
  'onFact' | 'onPresence' | 'onChanged' | 'onReset' | 'connection' | 'prompts'
>;

/**
 * Keeps true what was read of the server: lists that it counts or finds are read again at most every 700 ms, what the stream
 * calls changed, everything after a reset, and what failed once the stream is live again. Prompts are kept in the client's store; a
 * whole one is read again only if the stream said that it has changed, and not how. Returns its undo.
 */
export function keepLive(client: Live, cache: QueryClient): () => void {
  // The list of tasks and the views are kept in another form than their routes answer them.
  const again = (what: string) => {
    void cache.invalidateQueries({ queryKey: [what] });
    void readAgain(cache, `/api/${what}`);
    if (!peopleLists.includes(what)) return;
    for (const list of peopleLists) void readAgain(cache, `/api/${list}`);
    // The role or groups of the signed-in operator may have changed.
    void cache.invalidateQueries({ queryKey: queryKeys.me });
  };
  const stale = new Set<Stale>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  const readStale = () => {
    timer = null;
    for (const name of stale) {
      if (name === 'found') void cache.invalidateQueries({ predicate: isFoundByServer });
      else if (name === 'counts') void cache.invalidateQueries({ queryKey: queryKeys.counts });
      else again(name);
    }
    stale.clear();
  };
  const undoFacts = client.onFact((envelope) => {
    for (const name of staleAfter(envelope)) stale.add(name);
    if (stale.size > 0) timer ??= setTimeout(readStale, FLOOR_MS);
  });
  const undoOutdated = client.prompts.onOutdated((ids) => {
    for (const id of ids) void cache.invalidateQueries({ queryKey: queryKeys.prompt(id) });
  });
  let people: Presence[] = [];
  const presences = createBatcher(clock, () => {
    const news = new Map(people.map((presence) => [presence.promptId, presence]));
    people = [];
    cache.setQueryData<readonly Presence[]>(queryKeys.presence, (known) => [
      ...(known ?? []).filter(({ promptId }) => !news.has(promptId)),
      ...[...news.values()].filter((presence) => presence.people.length > 0),
    ]);
  });
  const undoPresence = client.onPresence((presence) => {
    people.push(presence);
    presences.push(false);
  });
  const undoChanged = client.onChanged(again);
  const undoReset = client.onReset(() => void cache.invalidateQueries());
  let isLost = false;
  const undoLive = client.connection.subscribe(({ status }, before) => {
    if (status === 'offline') isLost = true;
    if (status !== 'live' || before.status === 'live') return;
    // Frames that say what has changed are not repeated.
    if (isLost) for (const what of settings) again(what);
    isLost = false;
    void cache.invalidateQueries({ predicate: (query) => query.state.status === 'error' });
    // Presence is not sent again after a lost connection.
    void cache.invalidateQueries({ queryKey: queryKeys.presence });
  });
  return () => {
    presences.close();
    undoFacts();
    undoOutdated();
    undoPresence();
    undoChanged();
    undoReset();
    undoLive();
    if (timer !== null) clearTimeout(timer);
  };
}
