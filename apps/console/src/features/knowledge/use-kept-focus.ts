import { type RefObject, useEffect, useRef } from 'react';

/**
 * When a row that was decided goes, with the control that had the focus, the row in its place has it: otherwise the keyboard would begin
 * again at the top of the page. To be put on the list of rows.
 */
export function useKeptFocus(): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);
  const last = useRef<{ control: Element; place: number } | null>(null);
  useEffect(() => {
    const page = list.current?.parentElement;
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      const place = [...(list.current?.children ?? [])].findIndex((row) => row.contains(target));
      last.current = { control: target, place: Math.max(0, place) };
    };
    page?.addEventListener('focusin', note);
    return () => page?.removeEventListener('focusin', note);
  }, []);
  // After every render: which of them takes the row away is not known.
  useEffect(() => {
    const rows = list.current?.children ?? [];
    const { control, place } = last.current ?? {};
    if (control?.isConnected !== false || document.activeElement !== document.body) return;
    const row = rows[Math.min(place ?? 0, rows.length - 1)];
    const next =
      row?.querySelector<HTMLElement>(':is(button, input):enabled, a[href]') ?? list.current;
    next?.focus({ preventScroll: true });
  });
  return list;
}
