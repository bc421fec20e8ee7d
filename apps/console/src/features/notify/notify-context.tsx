import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useSyncExternalStore,
} from 'react';
import { browserStorage } from '../../live/session/browser-ports.ts';
import {
  createNotifySettings,
  type NotifySettings,
  type NotifySettingsStore,
  quiet,
} from './notify-settings.ts';

const SettingsContext = createContext<NotifySettingsStore | null>(null);

/** Provides this operator's notification settings. */
export function NotifyProvider({ owner, children }: { owner: string; children: ReactNode }) {
  const store = useMemo(() => createNotifySettings(browserStorage() ?? null, owner), [owner]);
  useEffect(() => {
    const receive = ({ key }: StorageEvent) => {
      if (key === store.place) store.reread();
    };
    window.addEventListener('storage', receive);
    return () => window.removeEventListener('storage', receive);
  }, [store]);
  return <SettingsContext value={store}>{children}</SettingsContext>;
}

/** The settings and how to change them. */
export function useNotifySettings(): [NotifySettings, (part: Partial<NotifySettings>) => void] {
  const store = useContext(SettingsContext);
  const settings = useSyncExternalStore(
    store?.subscribe ?? (() => () => {}),
    store?.get ?? (() => quiet),
  );
  return [settings, store?.change ?? (() => {})];
}
