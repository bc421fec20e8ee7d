import type { Prompt } from '@countersign/api/prompt';
import { statementsOfQuestion } from '@countersign/api/statements/stated-question';
import { isObject, memberOf } from '@countersign/json/json-object';
import { tokensOf, valueAt } from '@countersign/json/json-pointer';
import type { FeedbackType, UpMessage } from '@countersign/upformat/message';
import { statementText } from './statements.ts';

type Asked = Pick<Prompt, 'origin' | 'message'>;

/**
 * A message as it is read: what the server says in it is in the chosen language. Its digest, and places in its texts, are those of
 * the message as received.
 */
export function readMessage(prompt: Asked): UpMessage {
  const { message } = prompt;
  const stated = statementsOfQuestion(prompt);
  if (stated === undefined || message.upPrompt === undefined) return message;
  const said = (name: 'ask' | 'effect') => {
    const text = statementText(memberOf(stated, name));
    return text === null ? {} : { [name]: text };
  };
  const explanation = explanationIn(memberOf(stated, 'explanation'));
  const answers = { ...message.upPrompt.answers };
  for (const kind of Object.keys(answers) as FeedbackType[]) {
    const own = memberOf(memberOf(stated, 'answers'), kind);
    const label = statementText(memberOf(own, 'label'));
    const effect = statementText(memberOf(own, 'effect'));
    answers[kind] = {
      ...answers[kind],
      ...(label === null ? {} : { label }),
      ...(effect === null ? {} : { effect }),
    };
  }
  return {
    ...message,
    ...(explanation === null ? {} : { explanation }),
    upPrompt: { ...message.upPrompt, ...said('ask'), ...said('effect'), answers },
  };
}

/** A prompt whose form is in the chosen language where its titles are the server's. */
export function readForm<Whole extends Asked>(prompt: Whole): Whole {
  const titled = withTitles(prompt.message, memberOf(statementsOfQuestion(prompt), 'titles'));
  return titled === null ? prompt : { ...prompt, message: { ...prompt.message, ...titled } };
}

/** The titles in the schema of the answer that are the server's words. */
function withTitles(
  { upContext }: UpMessage,
  titles: unknown,
): Pick<UpMessage, 'upContext'> | null {
  if (!isObject(titles) || !isObject(upContext?.schema)) return null;
  const schema = structuredClone(upContext.schema);
  for (const [place, stated] of Object.entries(titles)) {
    const tokens = tokensOf(place);
    const name = tokens.pop() ?? '';
    const owner = valueAt(schema, tokens);
    const text = statementText(stated);
    if (text !== null && isObject(owner)) owner[name] = text;
  }
  return { upContext: { ...upContext, schema } };
}

/** Paragraphs: words of others as they are. Null = one of them has no text of its own. */
function explanationIn(parts: unknown): string | null {
  if (!Array.isArray(parts)) return null;
  const texts = parts.map((part: unknown) =>
    typeof part === 'string' ? part : statementText(part),
  );
  return texts.includes(null) ? null : texts.join('\n\n');
}
