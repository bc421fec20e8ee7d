import { DeadlineRing } from '../../ui/marks/deadline-ring.tsx';
import { Time } from '../../ui/time.tsx';
import { useServerNow } from './server-now.ts';

/** A time whose age is updated automatically. `at` is epoch ms of the server's clock. */
export function LiveTime({ at, as = 'age' }: { at: number; as?: 'age' | 'ago' }) {
  return <Time at={at} as={as} now={useServerNow()} />;
}

/** A deadline ring that is updated automatically. Only this node renders each second, not its row. */
export function LiveRing({ from, until }: { from: number; until: number | null }) {
  return <DeadlineRing from={from} until={until} now={useServerNow()} />;
}
