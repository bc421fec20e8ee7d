/** A single key decides only after its place has had focus this long: a prompt that slides under a typing hand is safe. */
export const FOCUS_GUARD_MS = 400;

let focusedAt = 0;
let focusedElement: Element | null = null;

/** Remembers since when which element has focus. Call once; returns its undo. */
export function watchFocus(): () => void {
  const note = () => {
    focusedAt = performance.now();
    focusedElement = document.activeElement;
  };
  window.addEventListener('focusin', note);
  window.addEventListener('focus', note);
  const undo = watchWindow();
  return () => {
    undo();
    window.removeEventListener('focusin', note);
    window.removeEventListener('focus', note);
  };
}

/** Whether `place` has held focus for the guard time (moving inside a place counts again only when it came from outside). */
export function focusIsFresh(place: Element): boolean {
  const inside = focusedElement !== null && place.contains(focusedElement);
  return inside && performance.now() - focusedAt >= FOCUS_GUARD_MS;
}

/** Called when what a focused place shows is exchanged: the guard starts anew. */
export function restartFocusGuard(): void {
  focusedAt = performance.now();
  focusedElement = document.activeElement;
}

const textTypes = new Set(['button', 'checkbox', 'radio', 'submit', 'reset', 'range', 'color']);

/** Whether a key event comes from something one types into. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0];
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !textTypes.has(target.type);
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    target.isContentEditable
  );
}

/** Whether a dialog or a menu is open over `place` (null = the page). */
export function isUnderModal(event: KeyboardEvent, place: HTMLElement | null): boolean {
  const target = event.target instanceof Element ? event.target : null;
  const modal = target?.closest('[role="dialog"], [role="menu"]') ?? null;
  return modal !== null && !(place !== null && modal.contains(place));
}

let windowWasLeft = false;
let windowFocusedAt = Number.NEGATIVE_INFINITY;

/** Remembers when the window came back; part of `watchFocus`. */
function watchWindow(): () => void {
  const left = () => {
    windowWasLeft = true;
  };
  const back = (event: FocusEvent) => {
    if (windowWasLeft) windowFocusedAt = event.timeStamp;
    windowWasLeft = false;
  };
  window.addEventListener('blur', left);
  window.addEventListener('focus', back);
  return () => {
    window.removeEventListener('blur', left);
    window.removeEventListener('focus', back);
  };
}

/** Whether a click (its `timeStamp`) is the one that brought the window back: that one only focuses. */
export function isFirstClickIntoWindow(timeStamp: number): boolean {
  return timeStamp - windowFocusedAt < 250;
}
