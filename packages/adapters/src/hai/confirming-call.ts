import type { DeclaredTool } from '@countersign/hai/agent-descriptor';
import { parseExactly } from '@countersign/json/exact-json';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import type { AskPlace, ForeignAsk } from '../ask.ts';
import { askMembers } from '../ask-members.ts';
import { sayAsk, titlesIn } from '../ask-statements.ts';
import { inferredSchema } from '../schema/inferred-schema.ts';
import { effectOf } from '../shapes/action.ts';
import { type ToolCall, toolQuestion } from './tool-question.ts';
import { verdictForm } from './tool-verdict.ts';

/** What a call asks to confirm: another call, which the agent makes if it is confirmed. */
export interface Confirming {
  /** The call that waits; it is no question of its own. */
  id: string | null;
  name: string | null;
  args: unknown;
  /** The question, in the words of the agent. */
  hint: string | null;
  /** The result that is expected. */
  result: JsonObject;
}

/** Google's ADK: `tool_context.request_confirmation()`, also through AG-UI's middleware. */
const adkName = 'adk_request_confirmation';
/** The tool by which several bridges ask to confirm a predicted state, or the call that it names. */
const changesName = 'confirm_changes';

const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null;

const verdictSchema = (name: string, others: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties: { [name]: { type: 'boolean' }, ...others },
  required: [name],
});

/** Agno reads its confirmations so; the note of a refusal reaches the model. */
const agnoResult = verdictSchema('accepted', { note: { type: 'string' } });

/** The confirmation that a call is; null = it is none. */
export function confirmingCall(call: ToolCall, tool: DeclaredTool | null): Confirming | null {
  const args = argumentsOf(call.args);
  if (tool !== null) {
    if (tool.approval !== 'agno') return null;
    return { id: null, name: call.name, args, hint: null, result: agnoResult };
  }
  const members = isObject(args) ? args : {};
  if (call.name === adkName) return adkConfirming(members);
  if (call.name !== changesName) return null;
  const { function_name: name, function_arguments: asked, function_call_id: id } = members;
  return {
    id: text(id),
    name: text(name),
    args: text(name) === null ? args : (asked ?? args),
    hint: null,
    result: verdictSchema('accepted'),
  };
}

function adkConfirming({ originalFunctionCall, toolConfirmation }: JsonObject): Confirming {
  const original = isObject(originalFunctionCall) ? originalFunctionCall : {};
  const asked = isObject(toolConfirmation) ? toolConfirmation : {};
  const { payload } = asked;
  const others = isObject(payload)
    ? { payload: { ...inferredSchema(payload), default: payload } }
    : {};
  return {
    id: text(original['id']),
    name: text(original['name']),
    args: original['args'] ?? {},
    hint: text(asked['hint']),
    result: verdictSchema('confirmed', others),
  };
}

/** The call that waits is what is shown; Approve and Reject are the result of the call that asks. */
export function confirmingAsk(call: ToolCall, place: AskPlace, asked: Confirming): ForeignAsk {
  const { name, args, hint, result } = asked;
  const form = verdictForm(result, isEmpty(args) ? undefined : args);
  const plain = name === null ? sayAsk('ask.confirmation') : sayAsk('ask.may-run', { tool: name });
  const ask = toolQuestion(call, place, args, {
    ...askMembers({
      ask: hint ?? plain,
      ...(name === null ? {} : { effect: effectOf(name) }),
      severity: 'major',
      allowed: form?.allowed ?? ['approve', 'reject'],
      titles: form?.schema == null ? {} : titlesIn(form.schema),
      answers: form?.answers ?? {},
    }),
    payload: form?.payload ?? {},
    upContext: {
      entity: name ?? call.name,
      ...(form?.schema == null ? {} : { schema: form.schema }),
    },
    question: { shape: 'tool', keep: { kind: 'result', ...form?.keep } },
  });
  return { ...ask, source: { ...ask.source, toolName: name ?? call.name } };
}

const isEmpty = (args: unknown): boolean => isObject(args) && Object.keys(args).length === 0;

function argumentsOf(args: string): unknown {
  try {
    return parseExactly(args === '' ? '{}' : args);
  } catch {
    return args;
  }
}
