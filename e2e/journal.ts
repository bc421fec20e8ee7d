import type { Envelope } from '@countersign/hai/envelope';
import type { HaiEvent } from '@countersign/hai/event';
import { expect } from './fixtures.ts';
import type { Stack } from './stack.ts';

/** All journalled events of a task, in order. */
export async function journalOf(stack: Stack, taskId: string, after = 0): Promise<Envelope[]> {
  const all: Envelope[] = [];
  for (let from: string | null = String(after); from !== null; ) {
    const page: { items: Envelope[]; nextCursor: string | null } = await stack.api(
      `/api/tasks/${taskId}/events?limit=5000&after=${from}`,
    );
    all.push(...page.items);
    from = page.nextCursor;
  }
  return all;
}

/** Events from agents, without those of the server and of operators. */
export const ofAgents = (envelopes: readonly Envelope[]): Envelope[] =>
  envelopes.filter(({ agentId }) => agentId !== 'countersign' && !agentId.startsWith('operator:'));

/** Values of the server's facts with this name, in order. */
export function factsOf<T>(
  envelopes: readonly Envelope[],
  name: string,
): { sequence: number; receivedAt: number; value: T }[] {
  return envelopes.flatMap(({ event, sequence, receivedAt, agentId }) =>
    agentId === 'countersign' && event.type === 'CUSTOM' && event.name === name
      ? [{ sequence, receivedAt, value: event.value as T }]
      : [],
  );
}

/**
 * Waits until a task has at least `count` agent events. A second, undisturbed task serves as the clock of a test: by the
 * time it has so many events, the first task has had time for as many.
 */
export async function agentEvents(stack: Stack, taskId: string, count: number): Promise<void> {
  await expect
    .poll(async () => ofAgents(await journalOf(stack, taskId)).length, {
      message: `${count} agent events`,
      timeout: 120_000,
      intervals: [100],
    })
    .toBeGreaterThanOrEqual(count);
}

interface Reported {
  /** Texts by message, in the order in which the messages began. */
  messages: string[];
  toolCalls: string[];
  steps: string[];
  states: string[];
}

const authorOf = ({ agentId, event }: Envelope): string => {
  const { metadata } = event as { metadata?: { agentId?: unknown } };
  return typeof metadata?.agentId === 'string' ? metadata.agentId : agentId;
};

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The text of one delta; of reasoning without its duration. */
function wordsOf(event: Extract<HaiEvent, { type: 'BUSINESS_DATA_CONTENT' }>): string {
  if (typeof event.delta === 'string') return event.delta;
  const { output } = event.delta;
  if (output.type !== 'thinking') return JSON.stringify(output).replace(uuid, 'id');
  const { content } = output['data'] as { content: string };
  return content;
}

/** The content of one agent's events, without ids and times: equal for two undisturbed runs of the same request. */
export function messagesOf(agentId: string, envelopes: readonly Envelope[]): Reported {
  const messages = new Map<string, string>();
  const toolCalls = new Map<string, string>();
  const steps: string[] = [];
  const states: string[] = [];
  for (const envelope of ofAgents(envelopes)) {
    if (authorOf(envelope) !== agentId) continue;
    const { event } = envelope;
    if (event.type === 'BUSINESS_DATA_START') messages.set(event.messageId, '');
    else if (event.type === 'BUSINESS_DATA_CONTENT') {
      const id = event.messageId ?? '';
      messages.set(id, (messages.get(id) ?? 'without a start: ') + wordsOf(event));
    } else if (event.type === 'TOOL_CALL_START')
      toolCalls.set(event.toolCallId, event.toolCallName);
    else if (event.type === 'TOOL_CALL_ARGS') {
      toolCalls.set(event.toolCallId, `${toolCalls.get(event.toolCallId)} ${event.delta}`);
    } else if (event.type === 'STEP_STARTED') steps.push(event.stepName);
    else if (event.type === 'CUSTOM' && event.name === 'upformat.message') {
      const { state, explanation } = event.value as { state: string; explanation?: string };
      states.push(`${state}: ${explanation ?? ''}`);
    }
  }
  return { messages: [...messages.values()], toolCalls: [...toolCalls.values()], steps, states };
}

/** Sequence without gaps, nothing started or lost twice: holds for the journal of any task. */
export function expectWhole(envelopes: readonly Envelope[]): void {
  expect(envelopes.map(({ sequence }) => sequence)).toEqual(envelopes.map((_, at) => at + 1));
  const begun = ofAgents(envelopes).flatMap(({ event }) => {
    if (event.type === 'BUSINESS_DATA_START') return [`message ${event.messageId}`];
    if (event.type === 'TOOL_CALL_START') return [`tool call ${event.toolCallId}`];
    if (event.type === 'RUN_STARTED') return [`run ${event.runId}`];
    return [];
  });
  expect(begun).toEqual([...new Set(begun)]);
  expect(factsOf(envelopes, 'countersign.anomaly')).toEqual([]);
}
