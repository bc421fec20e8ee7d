import type { OtherServers } from '@countersign/server/servers/other-servers';

/** Notifies connected clients, at all servers, that other tools may be offered to agents. */
export interface EnvironmentNews {
  /** The profile for which it may be; null = any. */
  notify(profile: string | null): void;
  /** Returns its undo. */
  listen(listener: (profile: string | null) => void): () => void;
}

export function createEnvironmentNews(others: OtherServers): EnvironmentNews {
  const listeners = new Set<(profile: string | null) => void>();
  const receive = (profile: string | null) => {
    for (const listener of [...listeners]) listener(profile);
  };
  others.onWord((word) => {
    if (word.kind === 'environment') receive(word.profile);
  });
  // Words may have been missed.
  others.onGap(() => receive(null));
  return {
    notify(profile) {
      receive(profile);
      others.notify({ kind: 'environment', profile });
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
