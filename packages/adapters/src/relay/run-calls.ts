import type { Message } from '@countersign/hai/event';
import type { RunAgentInput } from '@countersign/hai/run-input';
import { isObject, memberOf } from '@countersign/json/json-object';
import { type Loss, lose, unreadMembers } from './losses.ts';
import { type RelayCall, type RelayPart, RelayRefusal } from './neutral.ts';
import { say } from './relay-statements.ts';
import { textOrNull } from './relay-values.ts';

/**
 * Reads the input of a run, of HAI or AG-UI, as a call. Such a client names the conversation itself and sends all of it each time:
 * what is new is the last message, or the answers to interrupts. Its tools and state are its own and are not passed on.
 *
 * @param taskId The task of this conversation; null = there is none yet.
 * @throws {RelayRefusal} for an input without a message.
 */
export function readRunCall(
  input: RunAgentInput,
  { agent, taskId }: { agent: string; taskId: string | null },
): RelayCall {
  const { threadId, messages, resume = [], forwardedProps } = input;
  const sending = {
    agent,
    mode: 'stream' as const,
    acceptedTypes: [],
    contextId: threadId,
    skill: null,
  };
  const said = messages.filter(({ role }) => role === 'user');
  const given = memberOf(forwardedProps, 'input');
  if (taskId === null) {
    const parts = partsOf(said.at(-1));
    if (isObject(given)) parts.push({ kind: 'data', data: given });
    if (parts.length === 0) throw new RelayRefusal('bad-params', say('relay.run-empty'));
    // The conversation is the task: sent twice, it is started once.
    const messageId = said.at(-1)?.id ?? null;
    const lost = lostOf(input, said.length);
    return { do: 'start', ...sending, parts, messageId, repeatKey: threadId, ...lost };
  }
  if (resume.length > 0) {
    const [entry] = resume;
    // A task waits with one question at a time for its caller: of several answers, only one can be meant.
    if (resume.length > 1) throw new RelayRefusal('bad-params', say('relay.one-interrupt'));
    const questionId = textOrNull(entry, 'interruptId');
    if (questionId === null)
      throw new RelayRefusal('bad-params', say('relay.missing', { name: 'interruptId' }));
    // An answer has no id of its own: the question is answered once.
    const answer = { parts: [answerIn(entry)], questionId, messageId: questionId };
    return { do: 'resume', ...sending, taskId, ...answer };
  }
  const last = messages.at(-1);
  // The first message started the task: a run that only repeats it follows the task.
  if (said.length <= 1 || last?.role !== 'user') {
    return { do: 'read', agent, taskId, historyLength: null };
  }
  const answer = { parts: partsOf(last), questionId: null, messageId: last.id };
  return { do: 'resume', ...sending, taskId, ...answer };
}

/** What a client sends of its own: its tools, its state, and the conversation so far. */
function lostOf(input: RunAgentInput, messages: number): { lost?: Loss[] } {
  const { tools, context, state, forwardedProps } = input;
  const lost = [
    ...unreadMembers({ tools, context, state }, { at: '', known: [] }),
    ...unreadMembers(forwardedProps, { at: 'forwardedProps.', known: ['input'] }),
    ...(messages > 1 ? [lose('lost.earlier-messages')] : []),
  ];
  return lost.length === 0 ? {} : { lost };
}

function partsOf(message: Message | undefined): RelayPart[] {
  if (message === undefined) return [];
  const content = memberOf(message, 'content');
  if (typeof content === 'string') return content === '' ? [] : [{ kind: 'text', text: content }];
  if (!Array.isArray(content)) return [];
  return content.map((part): RelayPart => {
    const text = memberOf(part, 'text');
    if (typeof text === 'string') return { kind: 'text', text };
    const file = fileIn(part);
    if (file !== null) return file;
    throw new RelayRefusal('content-type', say('relay.part-unknown'));
  });
}

/** A picture, a sound or a document, in the form of AG-UI 1.0 or as `binary`, which came before it. */
function fileIn(part: unknown): RelayPart | null {
  const source = memberOf(part, 'source');
  const value = memberOf(source, 'value');
  const mediaType = textOrNull(source, 'mimeType') ?? textOrNull(part, 'mimeType');
  const name = textOrNull(memberOf(part, 'metadata'), 'filename') ?? textOrNull(part, 'filename');
  const base64 = memberOf(source, 'type') === 'data' ? value : memberOf(part, 'data');
  if (typeof base64 === 'string') {
    return { kind: 'bytes', base64, mediaType: mediaType ?? 'application/octet-stream', name };
  }
  const url = memberOf(source, 'type') === 'url' ? value : memberOf(part, 'url');
  return typeof url === 'string' ? { kind: 'link', url, mediaType, name } : null;
}

/**
 * The payload of an answer to an interrupt. One that was cancelled is a rejection, and true or false says whether it is approved.
 *
 * @throws {RelayRefusal} for an answer that says nothing.
 */
function answerIn(entry: unknown): RelayPart {
  if (memberOf(entry, 'status') === 'cancelled') return { kind: 'data', data: { approved: false } };
  const payload = memberOf(entry, 'payload');
  if (typeof payload === 'boolean') return { kind: 'data', data: { approved: payload } };
  if (typeof payload === 'string' && payload !== '') return { kind: 'text', text: payload };
  if (isObject(payload)) return { kind: 'data', data: payload };
  throw new RelayRefusal('bad-params', say('relay.payload'));
}
