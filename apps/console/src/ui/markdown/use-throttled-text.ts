import { type RefObject, useEffect, useRef, useState } from 'react';

/** How often a text out of view is drawn again, ms. */
const ABSENCE_MS = 1_000;
/** The texts of one page take turns: many at one moment would be one long task. */
const TURNS = 20;
let turns = 0;
/** Px around the view in which a text counts as seen: it is up to date before it is scrolled to. */
const NEAR = '400px';

/**
 * The text to draw: while it is written and out of view, the one of a second ago. Twenty agents that write at once then
 * cost what the two or three in view cost.
 */
export function useThrottledText(
  text: string,
  open: boolean,
): { ref: RefObject<HTMLDivElement | null>; shown: string } {
  const ref = useRef<HTMLDivElement>(null);
  const [away, setAway] = useState(false);
  const [beat, setBeat] = useState(0);
  const held = useRef({ text, beat });
  useEffect(() => {
    const element = ref.current;
    if (!open || element === null || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => setAway(entries.at(-1)?.isIntersecting === false),
      { rootMargin: NEAR, scrollMargin: NEAR },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [open]);
  useEffect(() => {
    if (!open || !away) return;
    turns = (turns + 1) % TURNS;
    let timer = setTimeout(
      function beatOn() {
        setBeat((before) => before + 1);
        timer = setTimeout(beatOn, ABSENCE_MS);
      },
      (ABSENCE_MS * turns) / TURNS,
    );
    return () => clearTimeout(timer);
  }, [open, away]);
  if (!open || !away || held.current.beat !== beat) held.current = { text, beat };
  return { ref, shown: held.current.text };
}
