import { type RefObject, useEffect, useRef, useState } from 'react';

/** As narrow as in affordances.css, where what is chosen is below the whole list. */
const isBelow = () => window.matchMedia?.('(max-width: 860px)').matches ?? false;

/**
 * Brings what was chosen into view and focuses its heading, where it is below the list: nothing on the screen would change
 * otherwise. `id`: of what is shown; undefined = nothing.
 */
export function useChosenInView(id: string | undefined): {
  ref: RefObject<HTMLDivElement | null>;
  /** Also when the same is chosen once more. */
  choose: () => void;
} {
  const ref = useRef<HTMLDivElement>(null);
  const [choices, setChoices] = useState(0);
  useEffect(() => {
    if (choices === 0 || id === undefined || !isBelow()) return;
    ref.current?.scrollIntoView({ block: 'start' });
    ref.current?.querySelector('h2')?.focus({ preventScroll: true });
  }, [choices, id]);
  return { ref, choose: () => setChoices((before) => before + 1) };
}
