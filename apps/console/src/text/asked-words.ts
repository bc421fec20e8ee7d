import type { Prompt } from '@countersign/api/prompt';
import { memberOf } from '@countersign/json/json-object';
import type { FeedbackType, UpMessage } from '@countersign/upformat/message';
import { statementSentence, statementText } from './statements.ts';

type Asked = Pick<Prompt, 'origin' | 'message'>;

/** What the server wrote of a question itself. Of questions of other protocols the agent has written everything. */
const statementsOf = ({ origin, message }: Asked): unknown =>
  origin.protocol === 'mcp' ? memberOf(message.upPrompt, 'statements') : undefined;

/** The question in one line, in the chosen language where it is the server's own. */
export const askText = (prompt: Asked & Pick<Prompt, 'ask'>): string =>
  statementSentence(memberOf(statementsOf(prompt), 'ask'), prompt.ask);

/**
 * A message as it is read: what the server says in it is in the chosen language. Its digest, and places in its texts, are those of
 * the message as received.
 */
export function readMessage(prompt: Asked): UpMessage {
  const { message } = prompt;
  const stated = statementsOf(prompt);
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

/** Paragraphs: words of others as they are. Null = one of them has no text of its own. */
function explanationIn(parts: unknown): string | null {
  if (!Array.isArray(parts)) return null;
  const texts = parts.map((part: unknown) =>
    typeof part === 'string' ? part : statementText(part),
  );
  return texts.includes(null) ? null : texts.join('\n\n');
}
