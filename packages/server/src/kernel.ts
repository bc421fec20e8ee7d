import type { SealedMark } from './audit/sealed-mark.ts';
import type { GuessLimit } from './guard/guess-limit.ts';
import type { SecureHost } from './guard/session-cookie.ts';
import type { Hub } from './http/streams/hub.ts';
import type { Authentication } from './identity.ts';
import type { Journal } from './journal/journal.ts';
import type { Snapshots } from './journal/snapshots.ts';
import type { Report } from './runtime/alarm.ts';
import type { Clock } from './runtime/clock.ts';
import type { Telemetry } from './telemetry/telemetry.ts';

/** The store and the clock, used by everything else. */
export interface StoreServices {
  /** The start is over: until then, commands and reads of it wait for a store that is not there or not writable, as the agents do later. */
  started: () => void;
  clock: Clock;
  journal: Journal;
  snapshots: Snapshots;
  /** How far the audit and the events were sealed. */
  sealedMark: SealedMark;
  report: Report;
  telemetry: Telemetry;
}

/** What every subject of the server works with. */
export interface Kernel
  extends Pick<StoreServices, 'clock' | 'journal' | 'snapshots' | 'sealedMark'> {
  createId: () => string;
  random: () => number;
  /** Sends browsers what is not journalled. */
  hub: Hub;
  /** Finds who calls, also by the id. */
  auth: Authentication;
}

/** What routes get beside it. */
export interface HttpSide {
  /** The server is being stopped: it is not ready, and still serves. */
  isDraining: () => boolean;
  secureHost: SecureHost;
  /** Whether MCP clients of the revisions of 2025 may have tools of their session. */
  mcpSessions: boolean;
  guesses: GuessLimit;
  limits: {
    /** Requests per operator (or address, before sign-in) and minute. */
    requestsPerMinute: number;
    /** Bytes of a request body. */
    bodyBytes: number;
    /** Open streams in all, and of one operator. */
    streams: number;
    streamsPerOperator: number;
  };
}

/** What routes of the kernel get. */
export type KernelDeps = Kernel & HttpSide;
