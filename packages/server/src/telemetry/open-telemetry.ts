import { performance } from 'node:perf_hooks';
import type { Logger } from 'pino';
import type { Report } from '../runtime/alarm.ts';
import type { Clock } from '../runtime/clock.ts';
import { createFigures, noFigures } from './figures.ts';
import { createMetrics } from './metrics.ts';
import { gaugeProcess } from './process-gauges.ts';
import type { Redactor } from './redactor.ts';
import { type Gauged, gaugeServer } from './server-gauges.ts';
import type { MetricsAccess, Telemetry } from './telemetry.ts';
import { createTraceExport } from './trace-export.ts';
import { createTracer } from './tracer.ts';

export interface TelemetrySettings {
  /** Null = there is no `/metrics`. */
  metricsToken: string | null;
  /** Where traces are sent; null = nowhere. */
  traces: { url: string; headers: Record<string, string>; service: string } | null;
}

/** Everything a server says about its work, as configured: what is not configured costs nothing. */
export interface OpenTelemetry extends Telemetry {
  /** For `/metrics`; null = off. */
  metrics: MetricsAccess | null;
  /** The services are there: what waits in them can be read. */
  watch(services: Gauged): void;
  /** Sends remaining traces. */
  close(): Promise<void>;
}

export function openTelemetry(
  { metricsToken, traces }: TelemetrySettings,
  {
    logger,
    redactor,
    report,
    clock,
  }: { logger: Logger; redactor: Redactor; report: Report; clock: Clock },
): OpenTelemetry {
  const metrics = createMetrics(report);
  const isOn = metricsToken !== null;
  const figures = isOn ? createFigures(metrics) : noFigures;
  const stopGauges = isOn ? gaugeProcess(metrics) : () => {};
  const sent =
    traces === null
      ? null
      : createTraceExport({
          ...traces,
          ...{ clock, report, clean: redactor.clean, onDropped: figures.spansDropped },
        });
  return {
    figures,
    // Fractions of a millisecond, which the system's clock does not have.
    tracer:
      sent === null
        ? null
        : createTracer({
            now: () => performance.timeOrigin + performance.now(),
            finished: sent.add,
          }),
    notify: (level, what, about) => logger[level](about, what),
    metrics: metricsToken === null ? null : { token: metricsToken, text: metrics.text },
    watch(services) {
      if (isOn) gaugeServer(metrics, services);
    },
    async close() {
      stopGauges();
      await sent?.close();
    },
  };
}
