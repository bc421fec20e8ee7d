import type { Client } from '@countersign/client/client';
import type { QueryClient } from '@tanstack/react-query';
import { applyFact, type Stale } from './apply-fact.ts';
import { queryKeys } from './query-keys.ts';

const FLOOR_MS = 700;

/**
 * Keeps the query cache true to the stream: facts are applied at once, counted lists are read again at most
 * every 700 ms, everything after a reset, and what failed once the stream is live again. Returns its undo.
 */
export function keepLive(client: Client, cache: QueryClient): () => void {
  const stale = new Set<Stale>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  const flush = () => {
    timer = null;
    for (const name of stale) void cache.invalidateQueries({ queryKey: queryKeys[name] });
    stale.clear();
  };
  const undoFacts = client.onFact((envelope) => {
    for (const name of applyFact(cache, envelope)) stale.add(name);
    if (stale.size > 0) timer ??= setTimeout(flush, FLOOR_MS);
  });
  const undoReset = client.onReset(() => void cache.invalidateQueries());
  const undoLive = client.connection.subscribe(({ status }, before) => {
    if (status !== 'live' || before.status === 'live') return;
    void cache.invalidateQueries({ predicate: (query) => query.state.status === 'error' });
  });
  return () => {
    undoFacts();
    undoReset();
    undoLive();
    if (timer !== null) clearTimeout(timer);
  };
}
