import { createKeybindingsHandler } from 'tinykeys';
import { hasSettledFocus, isTyping, isUnderModal, refuseBurst } from './focus-guard.ts';
import { type KeyBinding, type KeyScope, keyIdOf } from './key-binding.ts';

/** The keys that are bound now. */
export interface KeyRegistry {
  scopes: () => readonly KeyScope[];
  subscribe: (listener: () => void) => () => void;
  /** `latest` is read at each key: a scope may change what its keys do without being added again. */
  add: (latest: () => KeyScope) => () => void;
  /** Runs what the key means here and now. */
  press: (event: KeyboardEvent) => void;
}

interface Bound {
  scope: () => KeyScope;
  index: number;
  keys: string;
  /** Feeds an event; answers whether the keys are complete with it. */
  feed: (event: KeyboardEvent) => boolean;
}

function bind(scope: () => KeyScope, keys: string, index: number): Bound {
  let complete = false;
  const handler = createKeybindingsHandler({
    [keys]: () => {
      complete = true;
    },
  });
  return {
    scope,
    index,
    keys,
    feed(event) {
      complete = false;
      handler(event);
      return complete;
    },
  };
}

function mayRun(binding: KeyBinding, scope: KeyScope, event: KeyboardEvent): boolean {
  const fromField = binding.whileTyping === true || /\$mod|Escape/.test(binding.keys);
  if (isTyping(event) && !fromField) return false;
  if (isUnderModal(event, scope.within?.current ?? null)) return false;
  if (event.repeat && binding.repeats !== true) return false;
  if (!scope.within) return true;
  const place = scope.within.current;
  if (place === null || !place.contains(document.activeElement)) return false;
  if (!binding.guarded || hasSettledFocus(place)) return true;
  refuseBurst();
  return false;
}

/** A sequence before a single key (`g i` is no `i`), and of these the scope that was added last. */
function inOrder(found: readonly Bound[]): readonly Bound[] {
  const isSequence = (bound: Bound) => Number(bound.keys.includes(' '));
  return found.toReversed().toSorted((left, right) => isSequence(right) - isSequence(left));
}

/** A tick box ignores Enter, as it changes by Space only; an Enter there is not an action on the page either. */
const isEnterOfBox = ({ key, target }: KeyboardEvent): boolean =>
  key === 'Enter' && target instanceof Element && target.matches('[role=checkbox], [role=radio]');

export function createKeyRegistry(isOff: (keyId: string) => boolean): KeyRegistry {
  let scopes: readonly KeyScope[] = [];
  let bound: readonly Bound[] = [];
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  return {
    scopes: () => scopes,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(latest) {
      const scope = latest();
      const mine = scope.bindings.map(({ keys }, index) => bind(latest, keys, index));
      scopes = [...scopes, scope];
      bound = [...bound, ...mine];
      notify();
      return () => {
        scopes = scopes.filter((other) => other !== scope);
        bound = bound.filter((other) => !mine.includes(other));
        notify();
      };
    },
    press(event) {
      // Every one receives the key, so that each sequence keeps its progress.
      const complete = bound.filter((each) => each.feed(event));
      if (event.defaultPrevented && !isEnterOfBox(event)) return;
      for (const each of inOrder(complete)) {
        const scope = each.scope();
        const binding = scope.bindings[each.index];
        if (binding === undefined || isOff(keyIdOf(scope.id, binding))) continue;
        if (!mayRun(binding, scope, event)) continue;
        event.preventDefault();
        binding.run(event);
        // What a command opens may not be there yet: letters typed directly after it are for it.
        if (binding.keys.includes('$mod')) refuseBurst();
        return;
      }
    },
  };
}
