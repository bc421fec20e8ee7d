import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import { say } from '../agent-statements.ts';
import type {
  Addressed,
  ControlAnswer,
  ControlQuestion,
  ReportedStatus,
} from '../protocol/agent-protocol.ts';
import type { Transport } from '../protocol/wire.ts';
import { endpointOf } from './endpoint.ts';
import { type RunStatus, runOf } from './frames.ts';
import { runIdOf } from './framing.ts';
import { cancelRequest, readRequest } from './requests.ts';

type Agent = AgentDescriptor & Addressed;

/** A run beyond this size is not read for its status. */
const maxBytes = 1_000_000;

/** Cancelling is stop; ACP has no pause. */
export async function cancelRun(
  agent: Agent,
  { action, lastEventId }: ControlQuestion,
  transport: Transport,
): Promise<ControlAnswer> {
  if (action !== 'stop') return { kind: 'refused', reason: say('control.acp-stops-only') };
  const runId = runIdOf(lastEventId);
  // It will name its run with its first frame.
  if (runId === null) return { kind: 'later', reason: say('control.acp-no-run-yet') };
  const reply = await transport.call(cancelRequest(endpointOf(agent), runId));
  if (reply.status >= 200 && reply.status < 300) {
    const status = statusIn(await reply.text(maxBytes));
    return { kind: status === 'cancelled' ? 'acknowledged' : 'accepted' };
  }
  const { said } = await reply.failure();
  const isPassing = reply.status >= 500 || reply.status === 429;
  return { kind: isPassing ? 'later' : 'refused', reason: said };
}

const reported: Record<RunStatus, ReportedStatus['status']> = {
  created: 'running',
  'in-progress': 'running',
  awaiting: 'paused',
  cancelling: 'running',
  cancelled: 'stopped',
  completed: 'finished',
  failed: 'finished',
};

/** Reads the status of a run. */
export async function statusOfRun(
  agent: Agent,
  { lastEventId }: ControlQuestion,
  transport: Transport,
): Promise<ReportedStatus> {
  const runId = runIdOf(lastEventId);
  if (runId === null) throw new Error('The agent never named its run.');
  const reply = await transport.call(readRequest(endpointOf(agent), runId));
  if (reply.status < 200 || reply.status > 299) throw await reply.failure();
  const status = statusIn(await reply.text(maxBytes));
  if (status === null) throw new Error('It did not say the status of the run.');
  return { status: reported[status], detail: status };
}

function statusIn(text: string): RunStatus | null {
  try {
    return runOf(JSON.parse(text))?.status ?? null;
  } catch {
    return null;
  }
}
