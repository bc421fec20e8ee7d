/** A single key decides only after its place has had focus this long: a prompt that slides under a typing hand is safe. */
export const FOCUS_GUARD_MS = 400;

const MAX_HISTORY = 32;
/** Where focus was, newest last. */
let history: { element: Element | null; at: number }[] = [];

/** Until then no guarded key acts: one was refused, and what follows at once is more of the same typing. */
let calmAt = 0;

const watchers = new Set<() => void>();

/** Notifies when guarded keys may have started or stopped acting; returns the function that unsubscribes. */
export function watchGuard(look: () => void): () => void {
  watchers.add(look);
  return () => watchers.delete(look);
}

function notify(): void {
  for (const look of watchers) look();
}

/** A guarded key came too early: the burst it belongs to must end first. */
export function refuseBurst(): void {
  calmAt = performance.now() + FOCUS_GUARD_MS;
  notify();
}

function lengthenBurst(event: KeyboardEvent): void {
  if (event.key.length === 1 && performance.now() < calmAt) refuseBurst();
}

function note(): void {
  history = [
    ...history.slice(1 - MAX_HISTORY),
    { element: document.activeElement, at: performance.now() },
  ];
  notify();
}

/** Remembers since when which element has focus. Call once; returns its undo. */
export function watchFocus(): () => void {
  calmAt = 0;
  history = [];
  const back = () => {
    history = [];
    note();
  };
  window.addEventListener('focusin', note);
  window.addEventListener('focus', back);
  window.addEventListener('keydown', lengthenBurst, true);
  return () => {
    window.removeEventListener('focusin', note);
    window.removeEventListener('focus', back);
    window.removeEventListener('keydown', lengthenBurst, true);
  };
}

/**
 * Whether focus has been inside `place` for the guard time; moving inside it does not restart the time. A place that is busy shows
 * something else than what was requested, and is never settled.
 */
export function hasSettledFocus(place: Element): boolean {
  if (place.getAttribute('aria-busy') === 'true') return false;
  let since: number | null = null;
  for (const { element, at } of history.toReversed()) {
    if (element === null || !place.contains(element)) break;
    since = at;
  }
  const now = performance.now();
  return since !== null && now - since >= FOCUS_GUARD_MS && now >= calmAt;
}

/** Called when the content of a focused place is replaced: the guard starts again. */
export function restartFocusGuard(): void {
  history = [];
  note();
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
