import { type RefObject, useEffect, useState } from 'react';

/**
 * The rows that were on screen, by what their `data-row` says: rows count, not their headings. Nothing is forgotten while the table is
 * open; a row that shows something else has another mark, and has to be seen again.
 */
export function useRowsSeen(
  rootRef: RefObject<HTMLElement | null>,
  marks: readonly string[],
): ReadonlySet<string> {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const key = marks.join('\n');
  useEffect(() => {
    const root = rootRef.current;
    if (root === null) return;
    // Without the API, answering is not prevented.
    if (!('IntersectionObserver' in window)) {
      setSeen(new Set(key.split('\n')));
      return;
    }
    const observer = new IntersectionObserver(
      (entries) => {
        const found = entries.flatMap(({ isIntersecting, target }) =>
          isIntersecting ? ((target as HTMLElement).dataset['row'] ?? []) : [],
        );
        if (found.length > 0) setSeen((before) => new Set([...before, ...found]));
      },
      { root, threshold: 0.6 },
    );
    for (const row of root.querySelectorAll('[data-row]')) observer.observe(row);
    return () => observer.disconnect();
  }, [rootRef, key]);
  return seen;
}
