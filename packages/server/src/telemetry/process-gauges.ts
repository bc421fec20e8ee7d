import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { Metrics } from './metrics.ts';

const resolutionMs = 20;

/** Memory, processor time, and for how long the event loop was kept from its work. Returns its undo. */
export function gaugeProcess(metrics: Metrics): () => void {
  const loop = monitorEventLoopDelay({ resolution: resolutionMs });
  loop.enable();
  metrics.gauge({
    name: 'countersign_event_loop_delay_seconds',
    help: 'How late timers of the main thread were since the last reading.',
    labels: ['quantile'],
    read() {
      const samples = delaysIn(loop);
      loop.reset();
      return samples;
    },
  });
  metrics.gauge({
    name: 'process_resident_memory_bytes',
    help: 'Memory of the process.',
    read: () => [[process.memoryUsage().rss]],
  });
  metrics.gauge({
    name: 'countersign_heap_used_bytes',
    help: 'Heap of the main thread.',
    read: () => [[process.memoryUsage().heapUsed]],
  });
  metrics.gauge({
    name: 'process_cpu_seconds_total',
    help: 'Processor time of the process.',
    read() {
      const { user, system } = process.cpuUsage();
      return [[(user + system) / 1e6]];
    },
  });
  metrics.gauge({
    name: 'process_uptime_seconds',
    help: 'Since the start of the process.',
    read: () => [[process.uptime()]],
  });
  return () => loop.disable();
}

/** The monitor measures its own interval too; without a measurement it reports nonsense. */
function delaysIn(loop: IntervalHistogram): [number, string][] {
  const seconds = (nanoseconds: number) =>
    loop.count === 0 ? 0 : Math.max(0, nanoseconds / 1e9 - resolutionMs / 1e3);
  return [
    [seconds(loop.percentile(50)), '0.5'],
    [seconds(loop.percentile(99)), '0.99'],
    [seconds(loop.max), '1'],
  ];
}
