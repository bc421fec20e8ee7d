import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { media } from '../media.ts';
import { type Arrangement, nextFit, unfolded } from './table-fit.ts';

/** On a phone each cell has a line of its own. */
const usePhone = media('(max-width: 640px)');

interface TableFit {
  /** The frame in which the table has to fit. */
  frame: RefObject<HTMLElement | null>;
  arrangement: Arrangement;
  /** Even the narrowest arrangement is wider than the frame. */
  scrolls: boolean;
}

/** The widest arrangement that fits the frame, measured before it is painted. */
export function useTableFit(arrangements: readonly [Arrangement, ...Arrangement[]]): TableFit {
  const frame = useRef<HTMLElement>(null);
  const [fit, setFit] = useState(unfolded);
  const [scrolls, setScrolls] = useState(false);
  const isPhone = usePhone();
  const last = isPhone ? 0 : arrangements.length - 1;
  const { level } = fit;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each arrangement is measured as soon as it is drawn
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null || typeof ResizeObserver === 'undefined') return;
    const measure = () => {
      const { clientWidth: room, scrollWidth: used } = element;
      if (room === 0) return;
      setFit((current) => nextFit(current, { room, used, last }));
      setScrolls(used > room + 1);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (element.firstElementChild !== null) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, [level, last]);
  return { frame, arrangement: arrangements[Math.min(level, last)] ?? arrangements[0], scrolls };
}
