import type { About } from '../runtime/alarm.ts';
import { type Figures, noFigures } from './figures.ts';
import type { Tracer } from './tracer.ts';

/** Events that operators of the server follow in its log. */
export type ReportCommit = (
  level: 'info' | 'warn',
  what: string,
  about: About & Readonly<Record<string, string | null | undefined>>,
) => void;

/** The figures of this server, and the token with which they are read. */
export interface MetricsAccess {
  token: string;
  text: () => Promise<string>;
}

/** What the server says about its work besides errors. */
export interface Telemetry {
  figures: Figures;
  /** Null = no traces are configured. */
  tracer: Tracer | null;
  notify: ReportCommit;
}

/** Says nothing. */
export const silent: Telemetry = { figures: noFigures, tracer: null, notify() {} };
