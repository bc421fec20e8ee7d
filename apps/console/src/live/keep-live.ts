import type { Presence } from '@countersign/api/presence';
import { createBatcher } from '@countersign/client/batcher';
import type { Client } from '@countersign/client/client';
import type { Envelope } from '@countersign/hai/envelope';
import type { QueryClient } from '@tanstack/react-query';
import { applyFacts, type Stale } from './apply-fact.ts';
import { writePrompts } from './prompt-cache.ts';
import { seenChangeOf } from './prompt-change.ts';
import { queryKeys } from './query-keys.ts';
import { isFoundByServer } from './queue-pages.ts';

const FLOOR_MS = 700;

const clock = {
  now: () => Date.now(),
  schedule(run: () => void, delayMs: number) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

/** What of the client tells of news. */
type Live = Pick<Client, 'onFact' | 'onPresence' | 'onChanged' | 'onReset' | 'connection'>;

/**
 * Keeps the query cache true to the stream: facts are applied together at most every 50 ms, counted lists are read
 * again at most every 700 ms, what the stream calls changed, everything after a reset, and what failed once the stream
 * is live again. Returns its undo.
 */
export function keepLive(client: Live, cache: QueryClient): () => void {
  const stale = new Set<Stale>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let arrived: Envelope[] = [];
  const readAgain = () => {
    timer = null;
    for (const name of stale) {
      if (name === 'found') void cache.invalidateQueries({ predicate: isFoundByServer });
      else void cache.invalidateQueries({ queryKey: queryKeys[name] });
    }
    stale.clear();
  };
  const batcher = createBatcher(clock, () => {
    const envelopes = arrived;
    arrived = [];
    for (const name of applyFacts(cache, envelopes)) stale.add(name);
    if (stale.size > 0) timer ??= setTimeout(readAgain, FLOOR_MS);
  });
  const undoFacts = client.onFact((envelope) => {
    arrived.push(envelope);
    batcher.push(false);
  });
  let people: Presence[] = [];
  const presences = createBatcher(clock, () => {
    const news = new Map(people.map((presence) => [presence.promptId, presence]));
    people = [];
    cache.setQueryData<readonly Presence[]>(queryKeys.presence, (known) => [
      ...(known ?? []).filter(({ promptId }) => !news.has(promptId)),
      ...[...news.values()].filter((presence) => presence.people.length > 0),
    ]);
    writePrompts(
      cache,
      [...news.values()].map(seenChangeOf).filter((change) => change !== null),
    );
  });
  const undoPresence = client.onPresence((presence) => {
    people.push(presence);
    presences.push(false);
  });
  const undoChanged = client.onChanged(
    (what) => void cache.invalidateQueries({ queryKey: [what] }),
  );
  const undoReset = client.onReset(() => void cache.invalidateQueries());
  const undoLive = client.connection.subscribe(({ status }, before) => {
    if (status !== 'live' || before.status === 'live') return;
    void cache.invalidateQueries({ predicate: (query) => query.state.status === 'error' });
    // Nothing of it is told again after a loss.
    void cache.invalidateQueries({ queryKey: queryKeys.presence });
  });
  return () => {
    batcher.close();
    presences.close();
    undoFacts();
    undoPresence();
    undoChanged();
    undoReset();
    undoLive();
    if (timer !== null) clearTimeout(timer);
  };
}
