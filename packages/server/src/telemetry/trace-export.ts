import type { Report } from '../runtime/alarm.ts';
import type { Clock } from '../runtime/clock.ts';
import { type FinishedSpan, otlpBody } from './otlp.ts';

/** Sends spans to a collector in batches; what it does not take is dropped, never waited for. */
export interface TraceExport {
  add(span: FinishedSpan): void;
  /** Sends the rest, once. */
  close(): Promise<void>;
}

const everyMs = 1_000;
const maxBatch = 500;
/** Beyond this, spans are dropped: the collector is away. */
const maxWaiting = 5_000;
const timeoutMs = 5_000;

export function createTraceExport(options: {
  url: string;
  headers: Readonly<Record<string, string>>;
  service: string;
  clock: Clock;
  /** Removes secrets. */
  clean: (text: string) => string;
  report: Report;
  onDropped: (count: number) => void;
}): TraceExport {
  const { url, headers, service, clock, clean, report, onDropped } = options;
  let waiting: FinishedSpan[] = [];
  let isArmed = false;
  let failed = false;

  const send = async () => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatch);
      waiting = waiting.slice(maxBatch);
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: clean(JSON.stringify(otlpBody(service, batch))),
          signal: AbortSignal.timeout(timeoutMs),
        });
        await response.body?.cancel();
        if (!response.ok) throw new Error(`The collector answered with HTTP ${response.status}.`);
        failed = false;
      } catch (error) {
        onDropped(batch.length);
        // Once, until it works again: the rest is in the figures.
        if (!failed) report('Traces could not be sent.', error);
        failed = true;
        return;
      }
    }
  };
  const arm = () => {
    if (isArmed) return;
    isArmed = true;
    clock.schedule(() => {
      void send().then(() => {
        isArmed = false;
        if (waiting.length > 0) arm();
      });
    }, everyMs);
  };

  return {
    add(span) {
      if (waiting.length >= maxWaiting) return onDropped(1);
      waiting.push(span);
      arm();
    },
    close: send,
  };
}
