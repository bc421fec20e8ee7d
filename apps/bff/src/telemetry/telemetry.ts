import type { ReportCommit } from './commit-news.ts';
import { type Figures, noFigures } from './figures.ts';
import type { Tracer } from './tracer.ts';

/** What the server says about its work besides errors. */
export interface Telemetry {
  figures: Figures;
  /** Null = no traces are configured. */
  tracer: Tracer | null;
  tell: ReportCommit;
}

/** Says nothing. */
export const silent: Telemetry = { figures: noFigures, tracer: null, tell() {} };
