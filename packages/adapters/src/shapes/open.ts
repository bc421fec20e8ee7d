import { isObject } from '@countersign/json/json-object';
import { answerTitle, sayAsk } from '../ask-statements.ts';
import { withContext } from '../context.ts';
import { editedValue, textOfFeedback } from '../feedback-text.ts';
import { questionTextIn } from '../question-text.ts';
import { answerField, unwrapped } from '../schema/wrapped-schema.ts';
import { answered, givenUp, type Shape } from './shape.ts';

/** For a value of unknown shape: the answer is text or JSON from a person. It cannot be approved. */
export const open: Shape = {
  find(value) {
    const { text, rest } = questionTextIn(value);
    const other = isObject(value) || typeof value === 'string' || value === undefined;
    const context = other ? (rest ?? {}) : { details: value };
    const schema = {
      type: 'object',
      properties: { [answerField]: { title: 'Answer' } },
      required: [answerField],
    };
    const form = withContext(schema, {}, context);
    return [
      {
        ask: text,
        allowed: ['edit', 'instruction', 'reject'],
        answers: {
          edit: { label: sayAsk('ask.label-answer'), effect: sayAsk('ask.gets-value') },
          instruction: { label: sayAsk('ask.label-in-words'), effect: sayAsk('ask.gets-words') },
        },
        titles: answerTitle,
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
    if (feedback.type === 'reject') return givenUp;
    return answered(textOfFeedback(feedback) ?? '');
  },
  assemble: ([only]) => only,
};
