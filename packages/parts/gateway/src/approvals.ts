import { askMembers } from '@countersign/adapters/ask-members';
import { sayAsk } from '@countersign/adapters/ask-statements';
import { RelayRefusal } from '@countersign/adapters/relay/neutral';
import { say } from '@countersign/adapters/relay/relay-statements';
import { askerIdOf } from '@countersign/api/asker';
import { defaultApprovalMinutes } from '@countersign/api/gateway';
import type { Prompt } from '@countersign/api/prompt';
import type { Askers } from '@countersign/part-desk/askers/askers';
import { maxOfCaller } from '@countersign/part-desk/decisions/questions/ask-operation';
import type { Answerer, Received } from '@countersign/part-desk/delivery/answerer';
import type { AskerAnswer } from '@countersign/part-desk/delivery/lease';
import { readPrompt } from '@countersign/part-desk/records/prompt-records';
import { relayRecordSchema } from '@countersign/part-desk/relayed/relay-record';
import type { Journal } from '@countersign/server/journal/journal';
import { promptIdOf } from '@countersign/upformat/prompt-id';
import { z } from 'zod';

/** A call that waits for a person's permission; it is the payload of the question, so that it survives a restart. */
export const heldCallSchema = relayRecordSchema.extend({
  message: z.string(),
  input: z.record(z.string(), z.unknown()).nullable(),
});
export type HeldCall = z.infer<typeof heldCallSchema>;

const protocol = 'gateway';
const asker = { key: 'gateway', name: 'Gateway' };

/** The log of the questions: changes of held calls are in it. */
export const approvalLog = askerIdOf(asker.key);

/** The answerer of the gateway's questions. It exists before the gateway does: answers are delivered when it is bound. */
export interface ApprovalAnswerer extends Answerer {
  bind(start: (taskId: string, call: HeldCall) => Promise<Received>): void;
}

export function createApprovalAnswerer(): ApprovalAnswerer {
  let start: ((taskId: string, call: HeldCall) => Promise<Received>) | null = null;
  return {
    protocol,
    bind(given) {
      start = given;
    },
    async receive({ prompt, feedback }: AskerAnswer) {
      if (start === null) throw new Error('The gateway has not been started yet.');
      if (feedback.type === 'reject') return { kind: 'taken' };
      const held = heldIn(prompt);
      if (held === null || feedback.type !== 'approve') {
        return { kind: 'refused', reason: 'Allow the call or reject it.' };
      }
      return start(prompt.message.messageId, held);
    },
  };
}

function heldIn({ message }: Prompt): HeldCall | null {
  const held = heldCallSchema.safeParse(message.payload);
  return held.success ? held.data : null;
}

const minuteMs = 60_000;

/**
 * Asks people to allow a call; if nobody answers in time it is refused. Asking again about the same task has no effect. `now`: epoch ms.
 *
 * @throws {RelayRefusal} if it cannot be asked.
 */
export async function askToAllow(
  askers: Askers,
  taskId: string,
  {
    call,
    callerName,
    approvalMinutes = defaultApprovalMinutes,
    now,
  }: { call: HeldCall; callerName: string; approvalMinutes?: number | undefined; now: number },
): Promise<void> {
  const { caller, service, protocol: spoken } = call;
  // To the minute: the same call, received twice at once, asks the same.
  const expiresAt = (Math.ceil(now / minuteMs) + approvalMinutes) * minuteMs;
  const { upPrompt, ...members } = askMembers({
    ask: sayAsk('ask.gateway-call', { caller: callerName, service }),
    explanation: [
      sayAsk('ask.gateway-why', {
        ...{ caller: callerName, id: caller, service, protocol: spoken, route: call.route },
      }),
    ],
    severity: 'major',
    allowed: ['approve', 'reject'],
    expiresAt: new Date(expiresAt).toISOString(),
  });
  const outcome = await askers.ask({
    ...{ asker, caller },
    origin: { protocol, kind: 'call', label: 'Call through the gateway' },
    message: {
      messageId: taskId,
      state: 'needsHumanDecision',
      payload: call,
      ...members,
      upPrompt: { ...upPrompt, defaultFeedback: { type: 'reject' } },
    },
  });
  if (outcome.kind === 'asked') return;
  if (outcome.share !== true) throw new RelayRefusal('internal', outcome.reason);
  throw new RelayRefusal('too-many-calls', say('relay.too-many-held', { count: maxOfCaller }));
}

/** The question about a held call, and the call; null = there is none. */
export async function heldCallOf(
  journal: Journal,
  taskId: string,
): Promise<{ prompt: Prompt; call: HeldCall } | null> {
  const prompt = await readPrompt(journal.read, promptIdOf(approvalLog, taskId));
  const call = prompt === null ? null : heldIn(prompt);
  return prompt === null || call === null ? null : { prompt, call };
}

export const withdrawHeld = (askers: Askers, taskId: string): Promise<boolean> =>
  askers.withdraw({ asker, messageId: taskId }, 'The caller has cancelled the call.');
