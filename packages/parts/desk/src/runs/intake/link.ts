import { type AfterFailure, afterFailure, type Broken, type Insistence } from '../after-failure.ts';

/** The link to the agent of a run: whether it has been connected, and how long it has been lost. */
export interface Link {
  /** The agent has received the run: it is rejoined, never started a second time. */
  contacted: boolean;
  /** It can be rejoined at its position. */
  resumable: boolean;
  /** Failed attempts since the last stream that held. */
  attempts: number;
  /** Since when it has been lost, ms of the monotonic clock; null = it is connected, or never was. */
  lostAtMs: number | null;
  /** Since when a stream is open that does not count as held yet; null = there is none. */
  joinedAtMs: number | null;
}

/** A stream that is joined again has held after this time, ms, or with its first event: one that opens and closes has not. */
const heldAfterMs = 20_000;

/** The link of a resumed run: `rejoin` is set if it was active before this server started. */
export const takenUp = (rejoin: { resumable: boolean } | null, nowMs: number): Link =>
  rejoin === null
    ? { contacted: false, resumable: false, attempts: 0, lostAtMs: null, joinedAtMs: null }
    : {
        contacted: true,
        resumable: rejoin.resumable,
        attempts: 0,
        lostAtMs: nowMs,
        joinedAtMs: null,
      };

/** The agent has answered with a stream. Joined again, it is still as lost as before until the stream has held. */
export const joined = (link: Link, resumable: boolean, nowMs: number): Link =>
  link.contacted
    ? { ...link, resumable, joinedAtMs: nowMs }
    : { contacted: true, resumable, attempts: 0, lostAtMs: null, joinedAtMs: null };

/** The stream has held: the agent has its full time again. */
export const held = (link: Link): Link => ({
  ...link,
  attempts: 0,
  lostAtMs: null,
  joinedAtMs: null,
});

/** The stream, if there was one, has ended. */
export const parted = (link: Link, nowMs: number): Link =>
  link.joinedAtMs !== null && nowMs - link.joinedAtMs >= heldAfterMs
    ? held(link)
    : { ...link, joinedAtMs: null };

/** Whether the failure is the first since the last stream that held: a loss is reported once. */
export const isNewlyLost = ({ contacted, attempts }: Link): boolean => contacted && attempts === 0;

/** What is needed in addition to the link to handle a failure. */
export interface FailureContext
  extends Pick<Broken, 'agentName' | 'failure' | 'hasQueue' | 'sentOnce'> {
  rejoinMs: number;
  insist: Insistence | null;
}

/** The link after a failed attempt, and what happens to the run. */
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
