import { useEffect, useState } from 'react';
import { durationLabels } from '../../../text/texts.ts';
import { useStreamContext } from '../stream-context.tsx';

/** How long something took, or has been taking: updated every second until it ends. */
export function Elapsed({ from, to }: { from: number; to: number | null }) {
  return (
    <span className="muted tabular">
      {to === null ? <Running from={from} /> : durationLabels(to - from)}
    </span>
  );
}

function Running({ from }: { from: number }) {
  const { now } = useStreamContext();
  const [at, setAt] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), 500);
    return () => clearInterval(timer);
  }, [now]);
  return durationLabels(at - from);
}
