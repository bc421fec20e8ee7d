import type { AffordanceCalls } from './signifiers/calls/calls.ts';
import type { Environment } from './signifiers/environment.ts';
import type { EnvironmentNews } from './signifiers/environment-news.ts';
import type { ReadDescription } from './signifiers/read-description.ts';

/** What agents are offered, and what they call of it. */
export interface ToolServices {
  readDescription: ReadDescription;
  affordanceCalls: AffordanceCalls;
  environmentNews: EnvironmentNews;
  /** What agents can do, and what is recommended to them. */
  environment: Environment;
}
