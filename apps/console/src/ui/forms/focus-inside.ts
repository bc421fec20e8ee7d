const controls = 'input:not([disabled]), select, textarea, button:not([data-tool])';

/** Focuses a control, or the first one inside a group: after adding an entry, editing continues there. */
export function focusInside(id: string): void {
  const element = document.getElementById(id);
  const target = element?.matches(controls)
    ? element
    : element?.querySelector<HTMLElement>(controls);
  (target ?? element)?.focus();
}

/** Focuses the first of these that is there and can be used. */
export function focusFirst(ids: readonly string[]): void {
  for (const id of ids) {
    const element = document.getElementById(id);
    if (element === null || element.matches(':disabled')) continue;
    element.focus();
    return;
  }
}
