import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react';
import { watchFocus } from './focus-guard.ts';
import { type KeyBinding, type KeyScope, keyIdOf } from './key-binding.ts';
import { createKeyRegistry, type KeyRegistry } from './key-registry.ts';
import { createKeySettings, type KeySettingsStore, type KeyStorage } from './key-settings.ts';
import { watchPresses } from './press-guard.ts';

export type { KeyBinding, KeyScope };

interface Keys {
  registry: KeyRegistry;
  settings: KeySettingsStore;
}
const KeysContext = createContext<Keys | null>(null);

function useKeysContext(): Keys {
  const keys = useContext(KeysContext);
  if (keys === null) throw new Error('KeysProvider is missing');
  return keys;
}

interface KeysProviderProps {
  /** Whose keys: what is switched off is kept by operator. */
  owner?: string | null;
  storage?: KeyStorage | null;
  children: ReactNode;
}

export function KeysProvider({ owner = null, storage = null, children }: KeysProviderProps) {
  const settings = useMemo(() => createKeySettings(storage, owner), [storage, owner]);
  const latest = useRef(settings);
  useLayoutEffect(() => {
    latest.current = settings;
  }, [settings]);
  const registry = useMemo(() => createKeyRegistry((id) => latest.current.off().has(id)), []);
  useEffect(() => watchFocus(), []);
  useEffect(() => watchPresses(), []);
  useEffect(() => {
    window.addEventListener('keydown', registry.press);
    return () => window.removeEventListener('keydown', registry.press);
  }, [registry]);
  const value = useMemo(() => ({ registry, settings }), [registry, settings]);
  return <KeysContext value={value}>{children}</KeysContext>;
}

/**
 * Binds keys while the component is mounted. Letters never act from a text field, guarded ones only after the place has
 * had focus for 400 ms, none under an open dialog or while held. Of equal keys the scope that was mounted last acts.
 */
export function useKeys(scope: KeyScope): void {
  const { registry } = useKeysContext();
  const latest = useRef(scope);
  // Before it is painted: a key does what the screen shows, not what it showed before.
  useLayoutEffect(() => {
    latest.current = scope;
  });
  const shape = scope.bindings.map((binding) => `${binding.keys}=${binding.label}`).join('|');
  // biome-ignore lint/correctness/useExhaustiveDependencies: bound again only when the keys themselves change
  useEffect(() => registry.add(() => latest.current), [registry, scope.id, shape]);
}

/** Every scope that is bound now, for the key sheet. */
export function useKeyScopes(): readonly KeyScope[] {
  const { registry } = useKeysContext();
  return useSyncExternalStore(registry.subscribe, registry.scopes, registry.scopes);
}

/** Which keys the operator switched off, and how to switch one. */
export interface KeySettings {
  isOff: (keyId: string) => boolean;
  switchKey: (keyId: string, on: boolean) => void;
}

export function useKeySettings(): KeySettings {
  const { settings } = useKeysContext();
  const off = useSyncExternalStore(settings.subscribe, settings.off, settings.off);
  return { isOff: (keyId) => off.has(keyId), switchKey: settings.switchKey };
}

const noUndo = () => () => {};
const noScopes: readonly KeyScope[] = [];
const none: ReadonlySet<string> = new Set();

/** Whether everything these keys do here is switched off: then no hint may show them. */
export function useAreKeysOff(keys: string): boolean {
  const context = useContext(KeysContext);
  const { registry, settings } = context ?? {};
  const readOff = settings?.off ?? (() => none);
  const readScopes = registry?.scopes ?? (() => noScopes);
  const off = useSyncExternalStore(settings?.subscribe ?? noUndo, readOff, readOff);
  const scopes = useSyncExternalStore(registry?.subscribe ?? noUndo, readScopes, readScopes);
  if (off.size === 0) return false;
  const ids = scopes.flatMap((scope) =>
    scope.bindings
      .filter((binding) => binding.keys === keys)
      .map((binding) => keyIdOf(scope.id, binding)),
  );
  return ids.length > 0 && ids.every((id) => off.has(id));
}
