import type { RelayCall, RelayPart, RelayTask } from '@countersign/adapters/relay/neutral';
import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

type Request = ServerContext['mcpReq'];

/** What a client sends back with the answer of its person. It names a task of the caller only: others do not exist for it. */
const stateSchema = z.object({ agent: z.string(), taskId: z.string(), questionId: z.string() });
export type AskedState = z.infer<typeof stateSchema>;

const key = 'decision';
const maxChars = 4_000;

/** Whether a client can ask its own person: it has said so in the request, as revision 2026-07-28 has it. */
export const canElicit = ({ envelope }: Pick<Request, 'envelope'>): boolean =>
  isObject(memberOf(memberOf(envelope, CLIENT_CAPABILITIES_META_KEY), 'elicitation'));

const questionIn = (said: readonly RelayPart[]): JsonObject | null => {
  for (const part of said) {
    const question = part.kind === 'data' ? memberOf(part.data, 'question') : null;
    if (isObject(question)) return question;
  }
  return null;
};

/** A question for the person of a client, as `elicitation/create` has it, and what it is about. */
export interface ClientQuestion {
  asked: AskedState;
  message: string;
  requestedSchema: ReturnType<typeof decisionSchema>;
}

/** Decisions of a person, and the answers of UpFormat that they are. */
const decisions = { approve: 'approve', instruct: 'instruction', reject: 'reject' } as const;

/** `allowed`: answers that the agent takes; undefined = it does not say. */
function decisionSchema(allowed: unknown) {
  const takes = (type: string) => !Array.isArray(allowed) || allowed.includes(type);
  const taken = Object.entries(decisions).flatMap(([name, type]) => (takes(type) ? [name] : []));
  const text = (title: string, description: string) => ({
    ...{ type: 'string' as const, title, description },
  });
  return {
    type: 'object' as const,
    properties: {
      decision: { type: 'string' as const, title: 'Decision', enum: taken },
      ...(takes('instruction') ? { instruction: text('Instruction', 'If you instruct') } : {}),
      ...(takes('reject') ? { reason: text('Reason', 'Of a rejection') } : {}),
    },
    required: ['decision'],
  };
}

/** The question of a task for the person of the client; null = it asks nothing that can be answered there. */
export function clientQuestionOf({ agent, taskId, state, said }: RelayTask): ClientQuestion | null {
  const question = questionIn(said);
  const questionId = question?.['id'];
  if (state !== 'input-required' || question === null || typeof questionId !== 'string')
    return null;
  const { proposal } = question;
  const texts = said.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  const shown = proposal === undefined ? [] : [JSON.stringify(proposal, null, 2)];
  return {
    asked: { agent, taskId, questionId },
    message: [...texts, ...shown].join('\n\n').slice(0, maxChars),
    requestedSchema: decisionSchema(question['allowed']),
  };
}

/** The same as the answer to the call of a tool, as revision 2026-07-28 has it. */
export function elicitationOf(task: RelayTask): InputRequiredResult | null {
  const question = clientQuestionOf(task);
  if (question === null) return null;
  const { asked, ...elicited } = question;
  return inputRequired({
    inputRequests: { [key]: inputRequired.elicit(elicited) },
    requestState: JSON.stringify(asked),
  });
}

/** What the person of a client has done with a question. `left`: nothing, so other people answer it. */
export type Elicited =
  | { kind: 'answered'; call: Extract<RelayCall, { do: 'resume' }> }
  | { kind: 'left'; agent: string; taskId: string };

/** null = the request is a new one. */
export function elicitedIn(
  request: Pick<Request, 'inputResponses' | 'requestState'>,
): Elicited | null {
  const state = askedStateIn(request.requestState());
  if (state === null) return null;
  const response = inputResponse(request.inputResponses, key);
  return elicitedBy(state, response.kind === 'elicit' ? response : null);
}

/** What an answer to `elicitation/create` means for the question; null = there is none. */
export function elicitedBy(
  { agent, taskId, questionId }: AskedState,
  answer: { action?: unknown; content?: unknown } | null,
): Elicited {
  const { action, content } = answer ?? {};
  const part = action === 'accept' && isObject(content) ? decidedPart(content) : null;
  if (part === null) return { kind: 'left', agent, taskId };
  return {
    kind: 'answered',
    call: {
      ...{ do: 'resume', agent, taskId, questionId, messageId: null, contextId: null },
      ...{ mode: 'sync', acceptedTypes: [], skill: null, parts: [part] },
    },
  };
}

/** The answer to an agent; null = nothing was decided. */
function decidedPart({ decision, instruction, reason }: JsonObject): RelayPart | null {
  const isSaid = (text: unknown): text is string => typeof text === 'string' && text !== '';
  if (decision === 'approve') return { kind: 'data', data: { type: 'approve' } };
  if (decision === 'instruct' && isSaid(instruction)) return { kind: 'text', text: instruction };
  if (decision !== 'reject') return null;
  const said = isSaid(reason) ? { content: { reason } } : {};
  return { kind: 'data', data: { type: 'reject', ...said } };
}

export function askedStateIn(sent: unknown): AskedState | null {
  if (typeof sent !== 'string') return null;
  try {
    const read = stateSchema.safeParse(JSON.parse(sent));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
