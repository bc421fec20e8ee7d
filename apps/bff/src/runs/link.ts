import { type AfterFailure, afterFailure, type Broken, type Insistence } from './after-failure.ts';

/** The link to the agent of a run: whether it has been there, and how long it has been gone. */
export interface Link {
  /** The agent has had the run: it is joined again, never started a second time. */
  contacted: boolean;
  /** It can be joined again where it was. */
  resumable: boolean;
  /** Failed attempts since it was last there. */
  attempts: number;
  /** Since when it has been missed, ms of the monotonic clock; null = it is there, or never was. */
  lostAtMs: number | null;
}

/** The link of a run that is taken up: `rejoin` is set when it was going on before this server was. */
export const takenUp = (rejoin: { resumable: boolean } | null, nowMs: number): Link =>
  rejoin === null
    ? { contacted: false, resumable: false, attempts: 0, lostAtMs: null }
    : { contacted: true, resumable: rejoin.resumable, attempts: 0, lostAtMs: nowMs };

/** The agent has answered with a stream. */
export const joined = (resumable: boolean): Link => ({
  contacted: true,
  resumable,
  attempts: 0,
  lostAtMs: null,
});

/** Whether the failure is the first since the agent was there: people are told once that it was lost. */
export const isNewlyLost = ({ contacted, attempts }: Link): boolean => contacted && attempts === 0;

/** What a failure means beside the link it happened to. */
export interface FailureContext extends Pick<Broken, 'agentName' | 'failure' | 'hasQueue'> {
  rejoinMs: number;
  insist: Insistence | null;
}

/** The link after a failed attempt, and what becomes of the run. */
export function failed(
  link: Link,
  nowMs: number,
  context: FailureContext,
): { link: Link; next: AfterFailure } {
  const lostAtMs = link.contacted ? (link.lostAtMs ?? nowMs) : null;
  const attempts = link.attempts + 1;
  const lost = lostAtMs !== null && { resumable: link.resumable, forMs: nowMs - lostAtMs };
  const next = afterFailure({ ...context, attempts, lost });
  return { link: { ...link, attempts, lostAtMs }, next };
}
