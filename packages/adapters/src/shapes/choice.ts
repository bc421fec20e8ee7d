import { jsonEqual } from '@countersign/json/json-equal';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { textOf } from '@countersign/json/text-of';
import { answerTitle, sayAsk } from '../ask-statements.ts';
import { withContext } from '../context.ts';
import { editedValue, textOfFeedback } from '../feedback-text.ts';
import { questionTextIn } from '../question-text.ts';
import { answerField, unwrapped } from '../schema/wrapped-schema.ts';
import { answered, givenUp, maxParts, type Shape } from './shape.ts';

/** Options to choose from, `{message, options, recommendation?}` (AG-UI's dojo): the answer is the chosen option itself. */
export const choice: Shape = {
  find(value) {
    if (!isObject(value)) return null;
    const { options, recommendation, ...rest } = value;
    if (!Array.isArray(options) || options.length === 0 || options.length > maxParts) return null;
    const { text, rest: context } = questionTextIn(rest);
    const choices = unique(
      options.map((option) => optionNode(option, isRecommended(option, recommendation))),
    );
    const marked = choices.flatMap(({ const: option }, index) =>
      isRecommended(option, recommendation)
        ? [[`/properties/answer/oneOf/${index}/title`, recommended(option)] as const]
        : [],
    );
    const schema = {
      type: 'object',
      properties: { [answerField]: { title: 'Answer', oneOf: choices } },
      required: [answerField],
    };
    // All options are shown in full before one is chosen, as a line may not be long enough.
    const form = withContext(schema, {}, { options, ...context });
    return [
      {
        ask: text,
        allowed: ['edit', 'reject'],
        answers: { edit: { label: sayAsk('ask.label-choose') } },
        titles: { ...answerTitle, ...Object.fromEntries(marked) },
        payload: form.payload,
        schema: form.schema,
        toolName: null,
        keep: {},
      },
    ];
  },
  answer(_, { feedback }) {
    const value = editedValue(feedback);
    if (value !== undefined) return answered(unwrapped(value, { wrapped: true }));
    const words = textOfFeedback(feedback);
    return feedback.type === 'reject' || words === null ? givenUp : answered(words);
  },
  assemble: ([only]) => only,
};

const labels = ['label', 'title', 'name', 'text', 'message', 'airline', 'id'];

const recommended = (option: unknown) => sayAsk('ask.recommended', { label: labelOf(option) });

function optionNode(option: unknown, isMarked: boolean): JsonObject {
  const label = labelOf(option);
  const whole = isObject(option) ? textOf(option) : null;
  return {
    const: option,
    title: isMarked ? recommended(option).text : label,
    ...(whole === null || whole === label ? {} : { description: whole.slice(0, 200) }),
  };
}

function labelOf(option: unknown): string {
  if (!isObject(option)) return textOf(option);
  const named = labels
    .map((name) => option[name])
    .find((text) => typeof text === 'string' && text !== '');
  const first = Object.values(option).find((text) => typeof text === 'string' && text !== '');
  return textOf(named ?? first ?? option);
}

/** The option itself, or its name. */
function isRecommended(option: unknown, recommendation: unknown): boolean {
  if (recommendation === undefined || recommendation === null) return false;
  if (jsonEqual(option, recommendation)) return true;
  return (
    isObject(option) &&
    typeof recommendation === 'string' &&
    Object.values(option).includes(recommendation)
  );
}

/** A duplicate option would match none of a `oneOf`. */
const unique = (nodes: readonly JsonObject[]): JsonObject[] =>
  nodes.filter(
    (node, index) => nodes.findIndex((other) => jsonEqual(other['const'], node['const'])) === index,
  );
