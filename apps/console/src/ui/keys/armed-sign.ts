import { type RefObject, useEffect } from 'react';
import { FOCUS_GUARD_MS, hasSettledFocus, watchGuard } from './focus-guard.ts';

/**
 * Shows on `place` itself whether deciding letters act there now: `data-letters` is `armed` or `waiting`. On the element and not in
 * React, since it changes with every step through a list.
 */
export function useArmedSign(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      const isArmed = hasSettledFocus(element);
      element.dataset['letters'] = isArmed ? 'armed' : 'waiting';
      const mayCome = !isArmed && element.contains(document.activeElement);
      if (mayCome) timer = setTimeout(look, FOCUS_GUARD_MS / 4);
    };
    look();
    const undo = watchGuard(look);
    // When focus is lost without a new target, no other event reports it.
    element.addEventListener('focusout', look);
    return () => {
      clearTimeout(timer);
      undo();
      element.removeEventListener('focusout', look);
    };
  }, [place]);
}
