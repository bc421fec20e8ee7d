/** Which tab of this browser leads, and whether any of them is in view. */
export interface Tabs {
  leads: () => boolean;
  looking: () => boolean;
  subscribe: (listener: () => void) => () => void;
  close: () => void;
}

type Word = { tab: string; looks: boolean } | { ask: true };

const lookedAt = () => document.visibilityState === 'visible' && document.hasFocus();

/**
 * The tabs of one browser, coordinated by a lock (the holder leads; when it closes, another gets it) and a channel on which each
 * reports whether it is in view. Without locks every tab leads: a notice of the same tag replaces the other.
 */
export function joinTabs(tab: string, operatorId: string): Tabs {
  const name = `countersign.tabs.${operatorId}`;
  const listeners = new Set<() => void>();
  const others = new Set<string>();
  const stop = new AbortController();
  let leads = navigator.locks === undefined;
  let looks = lookedAt();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  const say = (word: Word) => channel?.postMessage(word);
  const look = () => {
    const now = lookedAt();
    if (now === looks) return;
    looks = now;
    // Only one window has the focus: a crashed tab cannot report that it was left.
    if (looks) others.clear();
    say({ tab, looks });
    notify();
  };
  const leave = () => {
    looks = false;
    say({ tab, looks });
  };
  const receive = ({ data }: MessageEvent<Word>) => {
    if ('ask' in data) {
      if (looks) say({ tab, looks });
      return;
    }
    if (data.looks) others.clear();
    if (data.looks) others.add(data.tab);
    else others.delete(data.tab);
    notify();
  };
  channel?.addEventListener('message', receive);
  say({ ask: true });
  window.addEventListener('focus', look);
  window.addEventListener('blur', look);
  document.addEventListener('visibilitychange', look);
  window.addEventListener('pagehide', leave);
  navigator.locks
    ?.request(name, { signal: stop.signal }, async () => {
      leads = true;
      notify();
      await new Promise<void>((resolve) => stop.signal.addEventListener('abort', () => resolve()));
    })
    // Aborted before it was had.
    .catch(() => {});
  return {
    leads: () => leads,
    looking: () => looks || others.size > 0,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      leave();
      stop.abort();
      channel?.close();
      window.removeEventListener('focus', look);
      window.removeEventListener('blur', look);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('pagehide', leave);
    },
  };
}
