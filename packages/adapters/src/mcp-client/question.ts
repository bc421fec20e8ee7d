import { jsonEqual } from '@countersign/json/json-equal';
import type { JsonObject } from '@countersign/json/json-object';
import { isObject } from '@countersign/json/json-object';
import { textOf } from '@countersign/json/text-of';
import type { UpMessage } from '@countersign/upformat/message';
import {
  askAndText,
  askingMessage,
  expiry,
  proposed,
  type QuestionPlace,
} from '../program/question.ts';
import { type FormShape, formShape, wrappedSchema } from '../schema/wrapped-schema.ts';
import { argumentsForm, editEffectOf, effectOf } from '../shapes/action.ts';
import type { ApprovalArguments, AskArguments, Option } from './tool-arguments.ts';

/** The form of an answer; without a schema or options it is a text. */
export function formOfAsk({
  schema,
  options,
}: Pick<AskArguments, 'schema' | 'options'>): FormShape {
  if (options !== undefined) {
    const nodes = options.map(optionNode);
    const distinct = nodes.filter(
      (node, index) =>
        nodes.findIndex((other) => jsonEqual(other['const'], node['const'])) === index,
    );
    return { wrapped: true, schema: wrappedSchema({ title: 'Answer', oneOf: distinct }) };
  }
  return formShape(schema ?? { type: 'string', title: 'Answer', minLength: 1 }, 'Answer');
}

/** The message of an `ask_human` call. */
export function askMessage(args: AskArguments, place: QuestionPlace): UpMessage {
  const { ask, text } = askAndText(args.message, args.context);
  const form = formOfAsk(args);
  const hasDefault = args.default !== undefined;
  const payload = proposed(args.default, form);
  const falls = hasDefault && args.deadline_seconds !== undefined;
  return {
    ...askingMessage(place),
    ...(text === null ? {} : { explanation: text }),
    ...(hasDefault ? { payload } : {}),
    upContext: { schema: form.schema },
    upPrompt: {
      ask,
      ...(args.severity === undefined ? {} : { severity: args.severity }),
      ...expiry(place, args.deadline_seconds),
      ...(falls ? { defaultFeedback: { type: 'approve' as const } } : {}),
      allowed: hasDefault
        ? ['approve', 'edit', 'reject', 'instruction', 'comment']
        : ['edit', 'reject', 'instruction', 'comment'],
    },
  };
}

const severities = { low: 'info', medium: 'minor', high: 'major', critical: 'critical' } as const;

/** What the model thinks of its own action. */
function thoughtOf(args: ApprovalArguments): Pick<UpMessage, 'upThought'> {
  const { confidence, can_proceed: canProceed, reasoning, alternatives } = args;
  const upThought = {
    ...(confidence === undefined ? {} : { confidence }),
    ...(canProceed === undefined ? {} : { canProceed }),
    ...(reasoning === undefined ? {} : { reasoning: [reasoning].flat() }),
    ...(alternatives === undefined ? {} : { alternatives }),
  };
  return Object.keys(upThought).length === 0 ? {} : { upThought };
}

/** The message of a `request_approval` call. */
export function approvalMessage(args: ApprovalArguments, place: QuestionPlace): UpMessage {
  const { action } = args;
  const { context, severity = severities[args.risk ?? 'medium'] } = args;
  const why = [args.reason, typeof context === 'string' ? context : undefined];
  const words = why.filter((part) => part !== undefined).join('\n\n');
  const said = askAndText(args.question ?? `May the agent run ${action}?`, words);
  const form = argumentsForm(args.arguments ?? {}, args.arguments_schema);
  const falls = args.if_unanswered !== undefined && args.deadline_seconds !== undefined;
  return {
    ...askingMessage(place),
    ...(said.text === null ? {} : { explanation: said.text }),
    payload: form.payload,
    ...thoughtOf(args),
    upContext: { ...(typeof context === 'object' ? context : {}), schema: form.schema },
    upPrompt: {
      ask: said.ask,
      effect: args.effect ?? effectOf(action).text,
      severity,
      ...expiry(place, args.deadline_seconds),
      ...(falls && args.if_unanswered !== undefined
        ? { defaultFeedback: { type: args.if_unanswered } }
        : {}),
      allowed: ['approve', 'edit', 'reject', 'comment'],
      answers: { edit: { effect: editEffectOf(action).text } },
    },
  };
}

function optionNode(option: Option): JsonObject {
  if (typeof option === 'string') return { const: option, title: option };
  const { value = option.label, label, description } = option;
  const whole = description ?? (isObject(value) ? textOf(value) : undefined);
  return {
    const: value,
    title: label,
    ...(whole === undefined ? {} : { description: whole.slice(0, 2_000) }),
  };
}
