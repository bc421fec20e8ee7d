import { useCallback, useEffect, useState } from 'react';

const settleMs = 300;

/**
 * The position shown. It follows every move at once; the address follows when it rests, so that neither a play nor a drag
 * writes the address for every event.
 */
export function usePosition(
  inAddress: number | null,
  head: number,
  write: (at: number | undefined) => void,
): [number | null, (at: number | null) => void] {
  const [moving, setMoving] = useState<number | null>(null);
  useEffect(() => {
    if (moving === null) return;
    if (moving === inAddress) {
      setMoving(null);
      return;
    }
    const timer = setTimeout(() => write(moving), settleMs);
    return () => clearTimeout(timer);
  }, [moving, inAddress, write]);
  const move = useCallback(
    (at: number | null) => {
      setMoving(at);
      if (at === null) write(undefined);
    },
    [write],
  );
  const at = moving ?? inAddress;
  return [at === null || head === 0 ? at : Math.min(at, head), move];
}
