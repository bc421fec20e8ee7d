import { type RefObject, useEffect, useRef } from 'react';

/** The ref of a form, whose first field that is wrong gets the focus whenever faults were found. */
export function useFirstFault(faults: object): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(faults).length === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults]);
  return form;
}
