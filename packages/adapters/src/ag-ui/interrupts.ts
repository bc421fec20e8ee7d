import type { Severity, UpFeedback, UpMessage } from '@countersign/upformat/message';
import { severitySchema } from '@countersign/upformat/message';
import type { AskPlace, ForeignAsk } from '../ask.ts';
import { isoTime } from '../iso-time.ts';
import { type Interrupt, readInterrupt } from './interrupt.ts';
import { askedForm } from './interrupt-message.ts';
import { responsePlan } from './response-plan.ts';
import { type ResumeEntry, resumeEntryOf } from './resume-entry.ts';
import { upFormatOfInterrupt, upFormatResume } from './upformat-interrupt.ts';

/** What is known of a tool call that an interrupt is about. */
export interface CalledTool {
  name: string;
  /** JSON text. */
  args: string;
}

const coreReasons = new Set(['tool_call', 'input_required', 'confirmation']);

/** An interrupt as the question a person answers. `tool` = the call it names, if that was heard. */
export function interruptAsk(
  interrupt: Interrupt,
  place: AskPlace,
  tool: CalledTool | null,
): ForeignAsk {
  const { id, reason, metadata } = interrupt;
  const own = upFormatOfInterrupt(interrupt);
  if (own !== null) {
    const { threadId, agentId } = place;
    return {
      origin: 'interrupt',
      source: { id, reason, toolName: tool?.name ?? null, together: place.runId },
      // The whole question stands once: the interrupt only names it.
      message: { ...own, threadId, agentId, interrupt: { id, reason, metadata: { upformat: id } } },
    };
  }
  const plan = responsePlan(interrupt.responseSchema, reason);
  const args = tool === null ? undefined : argumentsOf(tool.args);
  // A core reason says what its metadata is for; of others nobody knows, so a person has to see it.
  const details = metadata === undefined || coreReasons.has(reason) ? null : metadata;
  const form = askedForm(plan, { args, details });
  const expiresAt = isoTime(interrupt.expiresAt);
  return {
    origin: 'interrupt',
    source: { id, reason, toolName: tool?.name ?? null, together: place.runId },
    message: {
      messageId: `interrupt:${place.runId}:${id}`,
      threadId: place.threadId,
      timestamp: place.timestamp,
      agentId: place.agentId,
      state: 'needsHumanDecision',
      upPrompt: {
        ask: askText(interrupt, tool),
        ...(tool === null ? {} : { effect: `The agent runs ${tool.name} with these arguments.` }),
        severity: severityOf(interrupt),
        allowed: form.allowed,
        ...(expiresAt === null ? {} : { expiresAt }),
      },
      ...(isMoreThanALine(interrupt.message) ? { explanation: interrupt.message } : {}),
      payload: form.payload,
      upContext: {
        ...(tool === null ? {} : { entity: tool.name }),
        ...(form.schema === null ? {} : { schema: form.schema }),
      },
      interrupt,
    },
  };
}

/** A question of one line is said once; what does not fit into a line is told in full beside it. */
const isMoreThanALine = (text = ''): boolean => text.length > 280 || text.trim().includes('\n');

function askText({ message, reason }: Interrupt, tool: CalledTool | null): string {
  if (message !== undefined && message.trim() !== '') return message;
  if (tool !== null) return `May the agent run ${tool.name}?`;
  if (reason === 'tool_call') return 'May the agent run a tool?';
  if (reason === 'confirmation') return 'The agent asks for a confirmation.';
  if (reason === 'input_required') return 'The agent needs more information.';
  return `The agent has stopped and asks: ${reason}`;
}

/** What acts on the world weighs more than a question. */
function severityOf({ reason, metadata }: Interrupt): Severity {
  const given = severitySchema.safeParse(metadata?.['severity']);
  if (given.success) return given.data;
  if (reason === 'tool_call') return 'major';
  return reason === 'input_required' ? 'info' : 'minor';
}

function argumentsOf(text: string): unknown {
  try {
    return JSON.parse(text === '' ? '{}' : text);
  } catch {
    return text;
  }
}

/**
 * The entry of `resume[]` that an answer becomes. `message` is the one of {@link interruptAsk}; null when it is not.
 *
 * @example resumeOf(prompt.message, { type: 'approve' }) // {interruptId, status: 'resolved', payload: {approved: true}}
 */
export function resumeOf(message: UpMessage, feedback: UpFeedback): ResumeEntry | null {
  const interrupt = readInterrupt(message['interrupt']);
  if (interrupt === null) return null;
  if (interrupt.metadata?.['upformat'] === interrupt.id)
    return upFormatResume(interrupt.id, feedback);
  const plan = responsePlan(interrupt.responseSchema, interrupt.reason);
  return resumeEntryOf(interrupt, plan, { proposed: message.payload ?? {}, feedback });
}

/** The entry for an interrupt that nobody answered in time: it can only be given up, and must not be left out. */
export function abandonedResume(interruptId: string, reason: string): ResumeEntry {
  return { interruptId, status: 'cancelled', metadata: { reason } };
}
