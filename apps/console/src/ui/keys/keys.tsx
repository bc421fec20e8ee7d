import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react';
import { createKeybindingsHandler } from 'tinykeys';
import { hasSettledFocus, isTyping, isUnderModal, refuseBurst, watchFocus } from './focus-guard.ts';

export interface KeyBinding {
  /** tinykeys spelling: `j`, `g i`, `$mod+Enter`, `Shift+?`. */
  keys: string;
  label: string;
  run: (event: KeyboardEvent) => void;
  /** Decides something: refused until the place has had focus for 400 ms. */
  guarded?: boolean;
  /** Also from inside a text field. Implied by `$mod` and by Escape. */
  whileTyping?: boolean;
  /** Works, but is not on the sheet. */
  hidden?: boolean;
}
export interface KeyScope {
  id: string;
  name: string;
  bindings: readonly KeyBinding[];
  /** Acts only while focus is inside; absent = everywhere. */
  within?: RefObject<HTMLElement | null>;
}

interface Registry {
  scopes: () => readonly KeyScope[];
  subscribe: (listener: () => void) => () => void;
  add: (scope: KeyScope) => () => void;
}

function createRegistry(): Registry {
  let scopes: readonly KeyScope[] = [];
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    scopes: () => scopes,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(scope) {
      scopes = [...scopes, scope];
      tell();
      return () => {
        scopes = scopes.filter((other) => other !== scope);
        tell();
      };
    },
  };
}

const RegistryContext = createContext<Registry | null>(null);

function useRegistry(): Registry {
  const registry = useContext(RegistryContext);
  if (registry === null) throw new Error('KeysProvider is missing');
  return registry;
}

export function KeysProvider({ children }: { children: ReactNode }) {
  const registry = useMemo(createRegistry, []);
  useEffect(() => watchFocus(), []);
  return <RegistryContext value={registry}>{children}</RegistryContext>;
}

function mayRun(binding: KeyBinding, scope: KeyScope, event: KeyboardEvent): boolean {
  const fromField = binding.whileTyping === true || /\$mod|Escape/.test(binding.keys);
  if (isTyping(event) && !fromField) return false;
  if (isUnderModal(event, scope.within?.current ?? null)) return false;
  if (scope.within) {
    const place = scope.within.current;
    if (place === null || !place.contains(document.activeElement)) return false;
    if (binding.guarded && !hasSettledFocus(place)) {
      refuseBurst();
      return false;
    }
  }
  return !event.repeat || !binding.guarded;
}

/**
 * Binds keys while the component is mounted. Letters never act from a text field, guarded ones only after
 * the place has had focus for 400 ms, none under an open dialog. Later scopes are asked first.
 */
export function useKeys(scope: Omit<KeyScope, 'bindings'> & { bindings: readonly KeyBinding[] }) {
  const registry = useRegistry();
  const latest = useRef(scope);
  useEffect(() => {
    latest.current = scope;
  });
  const shape = scope.bindings.map((binding) => `${binding.keys}=${binding.label}`).join('|');
  // biome-ignore lint/correctness/useExhaustiveDependencies: bound again only when the keys themselves change
  useEffect(() => {
    const remove = registry.add(latest.current);
    const handlers = latest.current.bindings.map((binding, index) =>
      createKeybindingsHandler({
        [binding.keys]: (event) => {
          const now = latest.current.bindings[index];
          if (event.defaultPrevented || now === undefined) return;
          if (!mayRun(now, latest.current, event)) return;
          event.preventDefault();
          now.run(event);
        },
      }),
    );
    const onKeyDown = (event: KeyboardEvent) => {
      for (const handler of handlers) handler(event);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      remove();
    };
  }, [registry, scope.id, shape]);
}

/** Every scope that is bound now, for the key sheet. */
export function useKeyScopes(): readonly KeyScope[] {
  const registry = useRegistry();
  return useSyncExternalStore(registry.subscribe, registry.scopes, registry.scopes);
}
