/** After the faults are drawn: the first field that is wrong gets the focus. */
export function focusFirstFault(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
