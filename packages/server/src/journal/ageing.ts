import { performance } from 'node:perf_hooks';
import type { WriterRequest } from '../store/writer-protocol.ts';
import type { Operation } from './operation.ts';

/** With the time of its arrival, on the monotonic clock, and whether the store has refused it once. */
export type Ageing = WriterRequest & { came: number; tried: boolean };

/** Gives delayed requests the time of their execution: a deadline that started before anyone could see it would be wrong. */
export function createAgeing(clockSet: Operation<{ jumpMs: number }, null>) {
  /** Jumps of the clock that are in the store, by the id of the request. */
  const jumps: { id: number; jumpMs: number }[] = [];
  /** Requested before the clock was set, and executed after. */
  const setSince = (id: number): number =>
    jumps.reduce((sum, jump) => (jump.id > id ? sum + jump.jumpMs : sum), 0);
  return {
    asOfNow: <Request extends Ageing>(request: Request): Request => {
      if (!request.tried) return request;
      const waitedMs = Math.round(performance.now() - request.came);
      return { ...request, now: request.now + waitedMs + setSince(request.id) };
    },
    noteWritten(requests: readonly WriterRequest[]): void {
      for (const { id, name, input } of requests) {
        if (name === clockSet.name) jumps.push({ id, ...(input as { jumpMs: number }) });
      }
    },
  };
}
