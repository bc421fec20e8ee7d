import { hasSettledFocus } from './focus-guard.ts';

/** A press and the return of the window within this time are one action. Some systems report the one first, some the other. */
const SAME_ACT_MS = 250;

let windowIsLeft = false;
let windowFocusedAt = Number.NEGATIVE_INFINITY;
let pressedAt = Number.NEGATIVE_INFINITY;
/** The current press, or the last one, is the one that focused the window again. */
let pressIsFirst = false;

/** Whether a click (its `timeStamp`) is the one that brought the window back: that one only focuses. */
export function isFirstClickIntoWindow(timeStamp: number): boolean {
  return pressIsFirst || timeStamp - windowFocusedAt < SAME_ACT_MS;
}

const decidingPart = (event: Event): Element | null =>
  event.target instanceof Element ? event.target.closest('[data-decides]') : null;

/** Whether Enter or Space on a deciding button is held, or comes before its surroundings have had focus for the guard time. */
function isRashKey(event: KeyboardEvent, part: Element): boolean {
  if (event.key !== 'Enter' && event.key !== ' ') return false;
  return event.repeat || !hasSettledFocus(part.closest('section, [role="dialog"]') ?? part);
}

/**
 * Guards every element with `data-decides`: the first click into the window does not press it, however long it is held
 * down, nor does a held or rash Enter or Space. Call once; returns its undo.
 */
export function watchPresses(): () => void {
  windowIsLeft = false;
  windowFocusedAt = Number.NEGATIVE_INFINITY;
  pressedAt = Number.NEGATIVE_INFINITY;
  pressIsFirst = false;
  const left = () => {
    windowIsLeft = true;
  };
  const back = (event: FocusEvent) => {
    windowFocusedAt = event.timeStamp;
    if (windowIsLeft && event.timeStamp - pressedAt < SAME_ACT_MS) pressIsFirst = true;
    windowIsLeft = false;
  };
  const down = (event: PointerEvent) => {
    pressedAt = event.timeStamp;
    pressIsFirst = windowIsLeft || event.timeStamp - windowFocusedAt < SAME_ACT_MS;
  };
  const key = (event: KeyboardEvent) => {
    pressIsFirst = false;
    const part = decidingPart(event);
    if (part !== null && isRashKey(event, part)) event.preventDefault();
  };
  const click = (event: MouseEvent) => {
    if (decidingPart(event) === null || !isFirstClickIntoWindow(event.timeStamp)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener('blur', left);
  window.addEventListener('focus', back);
  window.addEventListener('pointerdown', down, true);
  window.addEventListener('keydown', key, true);
  window.addEventListener('click', click, true);
  return () => {
    window.removeEventListener('blur', left);
    window.removeEventListener('focus', back);
    window.removeEventListener('pointerdown', down, true);
    window.removeEventListener('keydown', key, true);
    window.removeEventListener('click', click, true);
  };
}
