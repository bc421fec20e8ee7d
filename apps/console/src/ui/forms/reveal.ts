import { pointerOf, tokensOf } from '@countersign/json/json-pointer';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { fieldId } from './field-id.ts';
import type { Path } from './pointer.ts';

/** Asks the form or the JSON editor with this prefix to show a place: it may be folded or on another page. */
const REVEAL = 'countersign:reveal';

interface Wish {
  idPrefix: string;
  pointer: string;
}

function focusAt(idPrefix: string, keys: Path): boolean {
  const element = document.getElementById(fieldId(idPrefix, pointerOf(keys)));
  if (element === null) return false;
  element.focus({ preventScroll: true });
  element.scrollIntoView?.({ block: 'center' });
  return true;
}

/** Focuses the field at a pointer, unfolding what hides it; else the nearest group above it. */
export function focusField(idPrefix: string, pointer: string): void {
  const path = tokensOf(pointer);
  if (focusAt(idPrefix, path)) return;
  const detail: Wish = { idPrefix, pointer };
  // A listener that can do it does so before this returns, and cancels the event.
  if (!document.dispatchEvent(new CustomEvent(REVEAL, { detail, cancelable: true }))) return;
  for (let length = path.length; length >= 0; length -= 1) {
    if (focusAt(idPrefix, path.slice(0, length))) return;
  }
}

/** Calls back with the requested pointer; `true` from it means that it has been focused already. */
export function useWishes(idPrefix: string, onWish: (pointer: string) => boolean): void {
  useEffect(() => {
    const listen = (event: Event) => {
      if (!(event instanceof CustomEvent)) return;
      const wish: Wish = event.detail;
      if (wish.idPrefix === idPrefix && onWish(wish.pointer)) event.preventDefault();
    };
    document.addEventListener(REVEAL, listen);
    return () => document.removeEventListener(REVEAL, listen);
  });
}

/** The place requested last, as keys; a new list for each request. */
export function useRevealed(idPrefix: string): Path | null {
  const [revealed, setRevealed] = useState<Path | null>(null);
  useWishes(idPrefix, (pointer) => {
    flushSync(() => setRevealed(tokensOf(pointer)));
    return false;
  });
  return revealed;
}

/** The key below `path` on the way to a revealed place, null when it leads elsewhere. */
export function nextKeyTowards(revealed: Path | null, path: Path): string | null {
  if (revealed === null || revealed.length <= path.length) return null;
  return path.every((key, place) => revealed[place] === key)
    ? (revealed[path.length] ?? null)
    : null;
}
