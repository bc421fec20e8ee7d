import { say } from '@countersign/api/statements';
import type { WrittenStatement } from '@countersign/json/statement';
import type { AgentFailure } from '@countersign/server/http/transport-errors';

/**
 * A run that carries answers is sent like an answer: again and again, with the same id, until it has arrived. INVARIANT: to an agent that
 * need not recognise it, only while it cannot have arrived: what an answer allows is not done twice (`lost-reply.test.ts`).
 */
export interface Insistence {
  maxAttempts: number;
  backoff: { baseMs: number; capMs: number };
}

/** A connection to an agent that is lost, or was not established. */
export interface Broken {
  agentName: string;
  failure: Pick<AgentFailure, 'code' | 'said' | 'status'>;
  /** Including this one, since the last contact. */
  attempts: number;
  /** False = the run was never there: its start has failed. */
  lost: false | { resumable: boolean; forMs: number };
  /** How long a lost agent that can be joined again is looked for. */
  rejoinMs: number;
  insist: Insistence | null;
  /** The run was sent to an agent that need not recognise it if it is sent again. */
  sentOnce: boolean;
  /** Words or answers wait for the end of the run. */
  hasQueue: boolean;
}

export type AfterFailure =
  | { kind: 'again'; backoff: { baseMs: number; capMs: number } }
  | {
      kind: 'over';
      how: 'failed' | 'lost';
      code: string;
      said: WrittenStatement;
      /** The agent has refused to start it. */
      isRefusal?: boolean;
    };

/** What happens to a run whose connection has failed. */
export const afterFailure = (broken: Broken): AfterFailure =>
  broken.lost === false ? afterStart(broken) : afterLoss(broken, broken.lost);

/** Tries again, for a run that must not be lost because its agent is briefly away. */
function afterStart({ agentName, failure, attempts, insist, sentOnce }: Broken): AfterFailure {
  const isUnknown = sentOnce && mayHaveArrived(failure);
  if (insist !== null && attempts < insist.maxAttempts && isPassing(failure) && !isUnknown) {
    return { kind: 'again', backoff: insist.backoff };
  }
  const why =
    insist !== null && isUnknown && isPassing(failure)
      ? say('run.start-unknown', { why: failure.said })
      : failure.said;
  const said = say('run.not-started', { agent: agentName, why });
  const isRefusal = !isPassing(failure);
  return { kind: 'over', how: 'failed', code: `agent-${failure.code}`, said, isRefusal };
}

function afterLoss(
  { agentName, failure, rejoinMs, hasQueue }: Broken,
  { resumable, forMs }: { resumable: boolean; forMs: number },
): AfterFailure {
  const refused = failure.status !== null && failure.status < 500;
  // It is silent because it waits for what only a new run can carry: rejoined, it would wait forever.
  const waitsForUs = failure.code === 'silent' && hasQueue;
  if (resumable && !waitsForUs && !refused && forMs <= rejoinMs) {
    return { kind: 'again', backoff: { baseMs: 250, capMs: 15_000 } };
  }
  const why = waitsForUs
    ? say('run.next-carries', { why: failure.said })
    : resumable
      ? failure.said
      : say('run.not-joinable', { why: failure.said });
  const said = say('run.lost', { agent: agentName, why });
  return { kind: 'over', how: 'lost', code: 'agent-lost', said };
}

/** Failures that may be temporary; a refusal is final. */
const isPassing = ({ code, status }: Broken['failure']): boolean =>
  status === null ? code !== 'blocked' : status >= 500 || [408, 425, 429].includes(status);

/** Failures before anything was sent. */
const neverSent: ReadonlySet<string> = new Set(
  'blocked tls econnrefused enotfound eai_again ehostunreach enetunreach'.split(' '),
);

/** Whether the agent may have begun all the same: it was reached, and has not said that it does nothing, or nothing for now. */
export const mayHaveArrived = ({ code, status }: Pick<AgentFailure, 'code' | 'status'>): boolean =>
  status === null ? !neverSent.has(code) : status >= 500 ? status !== 503 : status === 408;
