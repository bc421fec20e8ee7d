import type { Message } from '@countersign/hai/event';
import type { RunAgentInput } from '@countersign/hai/run-input';
import { memberOf } from '@countersign/json/json-object';
import type { UpFeedback } from '@countersign/upformat/message';
import type { RunBase, RunContent } from '../protocol/continuation.ts';
import { placeIn } from './asks.ts';
import { type SentPart, sentPartOf, upFormatType } from './parts.ts';
import { attachedTexts, propsOf, type RunMessage } from './run-message.ts';
import { textOf } from './values.ts';

const ended = new Set(['completed', 'failed', 'canceled', 'rejected']);

/** The next message of an A2A task; after its end, the first of a new task in the same context. */
export function nextMessage(base: RunBase, brings: RunContent): RunAgentInput {
  const { threadId, runId, messages, state, tools } = base;
  const left = memberOf(state, 'a2a');
  const lastTask = textOf(left, 'taskId', 1_000);
  const isOver = ended.has(textOf(left, 'state', 60) ?? '');
  const said = messageOf(brings, placeIn);
  const brought: RunMessage = {
    messageId: said.messageId ?? runId,
    parts: said.parts,
    contextId: said.contextId ?? textOf(left, 'contextId', 1_000),
    taskId: said.taskId ?? (isOver ? null : lastTask),
    about: said.taskId === null && isOver ? lastTask : null,
    answered: said.answered,
  };
  return {
    threadId,
    runId,
    // Already known to the agent, except for the answer: used to recognise repetitions.
    messages: [...messages, ...said.earlier],
    tools: [...tools],
    context: [],
    forwardedProps: propsOf(brought),
    ...(state === undefined ? {} : { state }),
  };
}

/** What a run brings, in parts, and where in its task it belongs. */
interface SaidWords {
  messageId: string | null;
  parts: SentPart[];
  taskId: string | null;
  contextId: string | null;
  answered: string[];
  /** What becomes part of the conversation with the run that contains it. */
  earlier: Message[];
}

const text = (words: string): SentPart => ({ kind: 'text', text: words });

/** `placeOf`: where a question was asked, as its message says. */
export function messageOf(brings: RunContent, placeOf: typeof placeIn): SaidWords {
  const nowhere = { taskId: null, contextId: null, answered: [], earlier: [] };
  switch (brings.kind) {
    case 'words':
      return {
        ...nowhere,
        messageId: brings.words.at(-1)?.messageId ?? null,
        parts: brings.words.flatMap(({ content, attached }) => [
          text(content),
          ...attachedTexts(attached?.context),
          ...(attached?.parts ?? []).flatMap((part) => sentPartOf(part) ?? []),
        ]),
      };
    case 'message':
    case 'ended': {
      const { message, id } = brings;
      const { upFeedback, parentMessageId, explanation = '' } = message;
      const words =
        upFeedback === undefined ? [text(explanation)] : partsOfAnswer(upFeedback, true);
      const content = words.map((part) => (part.kind === 'text' ? part.text : '')).join('');
      // An agent that asked in its own way reads text.
      const isRead = brings.kind === 'message' || brings.isOwn;
      const data: SentPart[] = isRead
        ? [{ kind: 'data', data: message, mediaType: upFormatType }]
        : [];
      return {
        ...nowhere,
        messageId: id,
        parts: [...data, ...words],
        earlier: [{ id, role: 'user', content }],
        answered: typeof parentMessageId === 'string' ? [parentMessageId] : [],
      };
    }
    case 'answers': {
      const { answers, lapsed } = brings.answers;
      const [first] = answers;
      const { taskId, contextId } = placeOf(first?.message);
      return {
        messageId: first?.decisionId ?? null,
        earlier: [],
        parts: answers.flatMap(({ feedback }) => partsOfAnswer(feedback, false)),
        taskId,
        contextId,
        answered: [...answers, ...lapsed].flatMap(
          ({ message }) => placeOf(message).messageId ?? [],
        ),
      };
    }
  }
}

/** An answer as text for an agent without UpFormat. `inWords`: a value is in another part already. */
function partsOfAnswer(feedback: UpFeedback, inWords: boolean): SentPart[] {
  switch (feedback.type) {
    case 'comment':
    case 'instruction':
      return [text(feedback.content.text)];
    case 'approve':
    case 'reject': {
      const word = feedback.type === 'approve' ? 'Approved' : 'Rejected';
      const reason = feedback.content?.reason;
      return [text(reason ? `${word}: ${reason}` : `${word}.`)];
    }
    case 'rank':
      return [text(`Ranked: ${feedback.content.order.join(', ')}`)];
    case 'edit': {
      const { text: words, value, patch } = feedback.content;
      const said = words === undefined ? [] : [text(words)];
      const data = value ?? patch;
      if (inWords) return words === undefined ? [text('Approved with changes.')] : said;
      return data === undefined ? said : [...said, { kind: 'data', data, mediaType: null }];
    }
  }
}
