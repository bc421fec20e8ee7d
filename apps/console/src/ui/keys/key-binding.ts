import type { RefObject } from 'react';

export interface KeyBinding {
  /** Under which it can be switched off; absent = `scope:keys`. */
  id?: string;
  /** tinykeys spelling: `j`, `g i`, `$mod+Enter`, `Shift+?`. */
  keys: string;
  label: string;
  run: (event: KeyboardEvent) => void;
  /** Decides something: refused until the place has had focus for 400 ms. */
  guarded?: boolean;
  /** Repeats while the key is held. Others act once per press. */
  repeats?: boolean;
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

/** Under which a key is switched on and off. */
export const keyIdOf = (scopeId: string, binding: Pick<KeyBinding, 'id' | 'keys'>): string =>
  binding.id ?? `${scopeId}:${binding.keys}`;
