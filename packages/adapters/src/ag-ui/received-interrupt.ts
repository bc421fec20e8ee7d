import { parseExactly } from '@countersign/json/exact-json';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { type Interrupt, readInterrupt } from './interrupt.ts';

/** A tool that suspended itself and waits to be resumed (Mastra). */
export interface Suspended {
  toolName: string;
  args: unknown;
  /** What it sent when it stopped. */
  payload: unknown;
}

/**
 * An interrupt, however it was sent: `outcome` in RUN_FINISHED, answered by `resume[]`; `on-interrupt` as a CUSTOM event,
 * answered by `forwardedProps.command.resume`.
 */
export interface ReceivedInterrupt {
  carrier: 'outcome' | 'on-interrupt';
  interrupt: Interrupt;
  /** The question in the framework's own shape; undefined if there is only the interrupt. */
  value: unknown;
  suspended: Suspended | null;
  /** The action of CopilotKit's `copilotkit_interrupt`, of which there is no tool call. */
  action?: { name: string; args: unknown };
  /** What the answer to a CUSTOM event must contain; null for an outcome. */
  command: CommandKey | null;
}

/** `event`: what Mastra's bridge reads as `interruptEvent`. `graph`: the id under which LangGraph accepts one of several answers. */
export interface CommandKey {
  event?: { toolCallId: string; runId: string };
  graph?: string;
}

/** An interrupt of an outcome, with what the known bridges add to its metadata. */
export function interruptOfOutcome(interrupt: Interrupt): ReceivedInterrupt {
  const { metadata = {} } = interrupt;
  const { langgraph, mastra, crewai } = metadata;
  const value = isObject(langgraph)
    ? langgraph['raw']
    : isObject(crewai)
      ? crewai['output']
      : undefined;
  return {
    carrier: 'outcome',
    interrupt,
    ...copilotValue(value),
    suspended: isObject(mastra) ? suspendedOf(mastra) : null,
    command: null,
  };
}

/** CopilotKit's `copilotkit_interrupt` wraps what it asks: a text, or an action with its arguments. */
function copilotValue(value: unknown): Pick<ReceivedInterrupt, 'value' | 'action'> {
  if (!isObject(value) || !Object.hasOwn(value, '__copilotkit_interrupt_value__')) return { value };
  const asked = parsed(value['__copilotkit_interrupt_value__']);
  if (!isObject(asked) || typeof asked['action'] !== 'string') return { value: asked };
  return { value: undefined, action: { name: asked['action'], args: asked['args'] ?? {} } };
}

/** The name of the CUSTOM event that @ag-ui/langgraph and @ag-ui/mastra use to ask if outcomes are not switched on. */
export const onInterruptName = 'on_interrupt';

/** LangGraph's ids of interrupts (xxh3): an object with only such ids as names answers several at once. */
const graphId = /^[0-9a-f]{32}$/;

/** A question of a CUSTOM `on_interrupt`; `number` distinguishes those without an id. */
export function interruptOfEvent(
  event: { value?: unknown; rawEvent?: unknown },
  run: { runId: string; number: number },
): ReceivedInterrupt {
  const value = parsed(event.value);
  const members = isObject(value) ? value : {};
  const raw = isObject(event.rawEvent) ? event.rawEvent : {};
  const own = typeof raw['id'] === 'string' && raw['id'] !== '' ? raw['id'] : null;
  const { toolCallId, runId } = members;
  const isSuspend =
    members['type'] === 'mastra_suspend' &&
    typeof toolCallId === 'string' &&
    typeof runId === 'string';
  if (isSuspend) {
    return {
      carrier: 'on-interrupt',
      interrupt: interruptOf(`${runId}::${toolCallId}`, 'mastra:tool_suspend', {
        toolCallId,
        responseSchema: parsed(members['resumeSchema']),
      }),
      value: undefined,
      suspended: suspendedOf(members),
      command: { event: { toolCallId, runId } },
    };
  }
  // CrewAI's bridge sends the whole interrupt, and reads the answer as that to an outcome.
  const whole = own === null && typeof members['reason'] === 'string' ? readInterrupt(value) : null;
  if (whole !== null) return interruptOfOutcome(whole);
  return {
    carrier: 'on-interrupt',
    interrupt: interruptOf(
      own ?? `${run.runId}:${onInterruptName}:${run.number}`,
      onInterruptName,
      {
        reason: members['reason'],
        message: typeof value === 'string' ? value : members['message'],
        toolCallId: members['toolCallId'] ?? members['tool_call_id'],
        responseSchema: members['responseSchema'] ?? members['response_schema'],
        expiresAt: members['expiresAt'] ?? members['expires_at'],
      },
    ),
    ...copilotValue(value),
    suspended: null,
    command: own !== null && graphId.test(own) ? { graph: own } : {},
  };
}

/** A call that Mastra holds for approval: its bridge accepts the verdict like that of a suspended tool. */
export const interruptOfApproval = (toolCallId: string, runId: string): ReceivedInterrupt => ({
  carrier: 'on-interrupt',
  interrupt: {
    id: `${runId}::${toolCallId}`,
    reason: 'tool_call',
    toolCallId,
    responseSchema: {
      type: 'object',
      properties: { approved: { type: 'boolean' } },
      required: ['approved'],
    },
  },
  value: undefined,
  suspended: null,
  command: { event: { toolCallId, runId } },
});

const suspendedOf = (value: JsonObject): Suspended | null =>
  typeof value['toolName'] === 'string'
    ? { toolName: value['toolName'], args: value['args'], payload: value['suspendPayload'] }
    : null;

function interruptOf(id: string, reason: string, members: JsonObject): Interrupt {
  const known = Object.entries(members).filter(([, value]) => value !== undefined);
  return readInterrupt({ reason, ...Object.fromEntries(known), id }) ?? { id, reason };
}

/** Bridges send objects as their JSON text. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    const inner: unknown = parseExactly(value);
    return typeof inner === 'object' && inner !== null ? inner : value;
  } catch {
    return value;
  }
}
