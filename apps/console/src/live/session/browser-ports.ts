import type { Ports } from '@countersign/client/client';

/** Where a browser keeps small things, by name; undefined when it is switched off. */
export function browserStorage(): Ports['storage'] {
  try {
    localStorage.getItem('countersign.probe');
  } catch {
    // Storage is off: the outbox then lives as long as the tab.
    return undefined;
  }
  return {
    get: (key) => localStorage.getItem(key),
    set: (key, value) => localStorage.setItem(key, value),
    remove: (key) => localStorage.removeItem(key),
  };
}

/** Random id; `randomUUID` exists only on https and localhost, and an operator's phone may be on neither. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What the client needs of a browser. */
export function browserPorts(): Ports {
  const store = browserStorage();
  return {
    fetch: (input, init) => fetch(input, init),
    now: () => Date.now(),
    schedule(run, delayMs) {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
    createId: newId,
    random: () => Math.random(),
    ...(store ? { storage: store } : {}),
  };
}
