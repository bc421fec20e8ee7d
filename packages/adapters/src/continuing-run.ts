import { contentOf } from '@countersign/hai/attached';
import type { Message } from '@countersign/hai/event';
import type { RunAgentInput } from '@countersign/hai/run-input';
import { type JsonObject, memberOf } from '@countersign/json/json-object';
import { attachmentsOf, withoutAttachments } from '@countersign/upformat/attachments';
import type { UpFeedback } from '@countersign/upformat/message';
import { answerRun, continueRun } from './ag-ui/answer-run.ts';
import { abandonedEntries, refusalsOf } from './ag-ui/given-up-event.ts';
import { sendable } from './ag-ui/history/sendable.ts';
import { commandOf } from './ag-ui/resume.ts';
import type { OperatorText, RunBase, RunContent } from './protocol/continuation.ts';

/** Characters of files that are sent again with a conversation: the body of a request is limited where it is received. */
const maxChars = 1_500_000;

/** The conversation with the files of its messages, the newest first as far as there is room; the names of all are in the words. */
function withFiles(
  messages: readonly Message[],
  files: RunBase['files'] = new Map(),
): readonly Message[] {
  if (files.size === 0) return messages;
  let left = maxChars;
  return messages
    .toReversed()
    .map((message) => {
      const parts = files.get(message.id) ?? [];
      if (message.role !== 'user' || typeof message.content !== 'string') return message;
      const fitting = parts.filter((part) => {
        const size = sizeOf(part);
        if (size <= left) left -= size;
        else return false;
        return true;
      });
      return { ...message, content: contentOf(message.content, fitting) };
    })
    .toReversed();
}

const sizeOf = (part: JsonObject): number => String(memberOf(part['source'], 'value') ?? '').length;

/** The run that continues a task, in the format common to HAI and AG-UI. */
export function continuingRun(given: RunBase, brings: RunContent): RunAgentInput {
  const base = { ...given, messages: withFiles(given.messages, given.files) };
  if (brings.kind === 'answers') {
    const { missing } = brings;
    return answerRun(base, brings.answers, missing === undefined ? {} : { missing });
  }
  const words = brings.kind === 'words' ? brings.words : saidWith(brings);
  const own = new Set(words.map(({ messageId }) => messageId));
  // Messages that the open run could no longer accept are already in the thread.
  const others = sendable(base.messages).filter(({ id }) => !own.has(id));
  const entries = abandonedEntries(brings.givenUp);
  const command = commandOf(refusalsOf(brings.givenUp));
  const messages = [...others, ...words.map(asMessage)];
  const input = continueRun(base, messages, entries, entries.length > 0 || command !== null);
  const forwardedProps = {
    ...(command === null ? {} : { command }),
    ...(brings.kind === 'words' || (brings.kind === 'ended' && !brings.isOwn)
      ? {}
      : { upFormat: withoutAttachments(brings.message) }),
  };
  return { ...input, forwardedProps };
}

const asMessage = ({ messageId, content, attached }: OperatorText): Message => ({
  id: messageId,
  role: 'user',
  content: contentOf(content, attached?.parts),
});

function saidWith(brings: Extract<RunContent, { kind: 'message' | 'ended' }>): OperatorText[] {
  const { id, message } = brings;
  // An interrupt is cancelled; nobody has said anything.
  if (brings.kind === 'ended' && !brings.isOwn) return [];
  const { upFeedback, explanation = '' } = message;
  return [
    {
      messageId: id,
      content: upFeedback === undefined ? explanation : wordsOf(upFeedback),
      attached: attachmentsOf(message) ?? undefined,
    },
  ];
}

/** An answer as a user's message, for agents that read only text. */
function wordsOf(feedback: UpFeedback): string {
  switch (feedback.type) {
    case 'comment':
    case 'instruction':
      return feedback.content.text;
    case 'approve':
      return feedback.content?.reason ? `Approved: ${feedback.content.reason}` : 'Approved.';
    case 'reject':
      return feedback.content?.reason ? `Rejected: ${feedback.content.reason}` : 'Rejected.';
    case 'rank':
      return `Ranked: ${feedback.content.order.join(', ')}`;
    case 'edit': {
      const { text, value, patch } = feedback.content;
      const edited = value ?? patch;
      return text ?? (typeof edited === 'string' ? edited : JSON.stringify(edited));
    }
  }
}
