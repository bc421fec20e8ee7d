/** The notification settings of an operator on this machine. */
export interface NotifySettings {
  on: boolean;
  /** `ask`: the agent's question; `plain`: only that an answer is needed. */
  words: 'plain' | 'ask';
  /** Repeated at this interval until seen; null = once. */
  repeatMs: number | null;
  sound: boolean;
}

export interface KeptText {
  get: (key: string) => string | null;
  set: (key: string, value: string) => void;
}

export const quiet: NotifySettings = { on: false, words: 'plain', repeatMs: null, sound: false };
const MINUTE = 60_000;

function parse(text: string | null): NotifySettings {
  try {
    const kept: unknown = JSON.parse(text ?? '{}');
    if (typeof kept !== 'object' || kept === null) return quiet;
    const of = (key: keyof NotifySettings): unknown => Reflect.get(kept, key);
    const repeatMs = of('repeatMs');
    return {
      on: of('on') === true,
      words: of('words') === 'ask' ? 'ask' : 'plain',
      repeatMs: typeof repeatMs === 'number' && repeatMs >= MINUTE ? repeatMs : null,
      sound: of('sound') === true,
    };
  } catch {
    return quiet;
  }
}

export interface NotifySettingsStore {
  get: () => NotifySettings;
  change: (part: Partial<NotifySettings>) => void;
  subscribe: (listener: () => void) => () => void;
}

/** Stored per operator; a change in another tab is applied by `reread`. Without storage they last as long as the tab. */
export function createNotifySettings(
  storage: KeptText | null,
  owner: string,
): NotifySettingsStore & { place: string; reread: () => void } {
  const place = `countersign.notify.${owner}`;
  let settings = parse(storage?.get(place) ?? null);
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  return {
    place,
    get: () => settings,
    change(part) {
      settings = { ...settings, ...part };
      storage?.set(place, JSON.stringify(settings));
      notify();
    },
    reread() {
      settings = parse(storage?.get(place) ?? null);
      notify();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
