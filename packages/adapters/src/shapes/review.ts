import { isObject, type JsonObject } from '@countersign/json/json-object';
import type { FeedbackType } from '@countersign/upformat/message';
import { editedValue, textOfFeedback } from '../feedback-text.ts';
import { argumentsForm, argumentsOf, editEffectOf, effectOf, textOfAction } from './action.ts';
import { answered, maxParts, type Shape, type ShapedQuestion } from './shape.ts';

/** The spelling of a decision: LangChain in JavaScript, and in Python. */
const spellings = [
  {
    actions: 'actionRequests',
    configs: 'reviewConfigs',
    name: 'actionName',
    allowed: 'allowedDecisions',
    schema: 'argsSchema',
    edited: 'editedAction',
  },
  {
    actions: 'action_requests',
    configs: 'review_configs',
    name: 'action_name',
    allowed: 'allowed_decisions',
    schema: 'args_schema',
    edited: 'edited_action',
  },
] as const;
type Spelling = (typeof spellings)[number];

const types = new Map<string, FeedbackType>([
  ['approve', 'approve'],
  ['edit', 'edit'],
  ['reject', 'reject'],
  ['respond', 'instruction'],
]);
/** The default of the middleware for a tool. */
const usual = ['approve', 'edit', 'reject'];

/**
 * The review of tool calls by LangChain's human-in-the-loop middleware (langchain 1.x): `{actionRequests, reviewConfigs}`, or
 * the same in snake case. Each action is a separate question; the answer is `{decisions}`, one for each action in order.
 */
export const review: Shape = {
  find(value) {
    if (!isObject(value)) return null;
    const spelling = spellings.find(({ actions }) => Array.isArray(value[actions]));
    if (spelling === undefined) return null;
    const actions: unknown[] = Array.isArray(value[spelling.actions])
      ? (value[spelling.actions] as unknown[])
      : [];
    if (actions.length === 0 || actions.length > maxParts) return null;
    const listed = value[spelling.configs];
    const configs: unknown[] = Array.isArray(listed) ? listed : [];
    const questions = actions.map((action, index) =>
      isObject(action) && typeof action['name'] === 'string'
        ? questionOf(
            action,
            action['name'],
            configOf(configs, spelling, { name: action['name'], index }),
            spelling,
          )
        : null,
    );
    return questions.every((question) => question !== null) ? questions : null;
  },
  answer(keep, { proposed, feedback }) {
    const words = textOfFeedback(feedback);
    const value = editedValue(feedback);
    const message = words === null ? {} : { message: words };
    if (feedback.type === 'approve') return answered({ type: 'approve' });
    if (value !== undefined) {
      const args = argumentsOf(value, keep['wasObject'] === true);
      const edited =
        keep['edited'] === spellings[1].edited ? spellings[1].edited : spellings[0].edited;
      return answered({ type: 'edit', [edited]: { name: keep['name'], args: args ?? proposed } });
    }
    // Text that has changed nothing yet must not approve the call.
    const type =
      feedback.type === 'instruction' && keep['responds'] === true ? 'respond' : 'reject';
    return answered({ type, ...message });
  },
  assemble: (decisions) => ({ decisions }),
};

/** The configurations have the order of the actions; otherwise they are found by name. */
function configOf(
  configs: readonly unknown[],
  spelling: Spelling,
  { name, index }: { name: string; index: number },
): JsonObject {
  const own = configs[index];
  if (isObject(own) && own[spelling.name] === name) return own;
  const named = configs.find((config) => isObject(config) && config[spelling.name] === name);
  return isObject(named) ? named : {};
}

function questionOf(
  action: JsonObject,
  name: string,
  config: JsonObject,
  spelling: Spelling,
): ShapedQuestion | null {
  const given = config[spelling.allowed];
  const decisions = Array.isArray(given) ? given.map(String) : usual;
  const allowed = decisions.flatMap((decision) => types.get(decision) ?? []);
  if (allowed.length === 0) return null;
  const args = action['args'] ?? action['arguments'] ?? {};
  const form = argumentsForm(args, config[spelling.schema]);
  return {
    ...textOfAction(name, action['description']),
    effect: effectOf(name),
    answers: { edit: { effect: editEffectOf(name) } },
    allowed: [...new Set(allowed)],
    payload: form.payload,
    schema: allowed.includes('edit') ? form.schema : null,
    toolName: name,
    keep: {
      name,
      edited: spelling.edited,
      wasObject: isObject(args),
      ...(allowed.includes('instruction') ? { responds: true } : {}),
    },
  };
}
