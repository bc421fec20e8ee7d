import type { HaiEvent, Output } from '@countersign/hai/event';
import { memberOf } from '@countersign/json/json-object';
import { lostOfA2aError, textIn } from './a2a-tasks.ts';
import { type Loss, lose } from './losses.ts';
import {
  isVerdict,
  type RelayEvent,
  type RelayPart,
  type RelayTask,
  type Written,
} from './neutral.ts';

/** The name of a CUSTOM event with data that is no text. */
export const relayedDataName = 'countersign.relayed-data';

/**
 * Writes the stream of a task as one run of HAI; the encoder of AG-UI turns it into one of AG-UI. A task that waits for a person
 * ends the run with an interrupt, as AG-UI has it: the next run of the conversation follows the task on.
 */
export function createRunEventWriter(ids: {
  threadId: string;
  runId: string;
}): (event: RelayEvent) => Written<HaiEvent[]> {
  const open = new Set<string>();
  const closed = (messageId: string): HaiEvent[] =>
    open.delete(messageId) ? [{ type: 'BUSINESS_DATA_END', messageId }] : [];
  return (event) => {
    switch (event.kind) {
      case 'created':
        return { value: [{ type: 'RUN_STARTED', ...ids }], lost: [] };
      case 'part':
        return writePart(event, open);
      case 'message-end':
        return { value: closed(event.messageId), lost: [] };
      case 'status': {
        if (event.state !== 'input-required' && event.state !== 'auth-required') {
          return { value: [], lost: lostSaid(event) };
        }
        const interrupts = [interruptOf(event.said, event.state)];
        const outcome = { type: 'interrupt', interrupts };
        return { value: [{ type: 'RUN_FINISHED', ...ids, outcome }], lost: [] };
      }
      case 'end': {
        const rest = [...open].flatMap(closed);
        if (event.state === 'completed') {
          return { value: [...rest, { type: 'RUN_FINISHED', ...ids }], lost: lostSaid(event) };
        }
        const message = event.error?.message ?? (textIn(event.said) || event.state);
        const code = isVerdict(event.error?.code) ? event.error?.code : event.state;
        return {
          value: [...rest, { type: 'RUN_ERROR', message, code }],
          lost: [
            ...lostOfA2aError(event.error),
            ...(event.error === null || textIn(event.said).includes(event.error.message)
              ? []
              : lostSaid(event)),
          ],
        };
      }
      case 'other':
        return {
          value: [{ type: 'CUSTOM', name: relayedDataName, value: event.value }],
          lost: [],
        };
    }
  };
}

/** What is said has a place in a question and in an error only. */
const lostSaid = ({ said, state }: Pick<RelayTask, 'said' | 'state'>): Loss[] =>
  said.length > 0 ? [lose('lost.said', { state })] : [];

function writePart(
  { part, messageId }: Extract<RelayEvent, { kind: 'part' }>,
  open: Set<string>,
): Written<HaiEvent[]> {
  const lost = [
    ...(part.metadata === undefined ? [] : [lose('lost.metadata')]),
    ...(part.kind === 'text' && part.mediaType !== undefined
      ? [lose('lost.text-type', { type: part.mediaType })]
      : []),
  ];
  if (part.kind === 'data') {
    const value = [{ type: 'CUSTOM' as const, name: relayedDataName, value: part.data }];
    return { value, lost: [...lost, lose('lost.message-of-part')] };
  }
  const begins = !open.has(messageId);
  open.add(messageId);
  return {
    value: [
      ...(begins ? [{ type: 'BUSINESS_DATA_START' as const, messageId, role: 'assistant' }] : []),
      {
        type: 'BUSINESS_DATA_CONTENT',
        messageId,
        delta: part.kind === 'text' ? part.text : { output: fileOutput(part) },
      },
    ],
    lost,
  };
}

/** A file as an output of HAI. */
function fileOutput(part: Extract<RelayPart, { kind: 'bytes' | 'link' }>): Output {
  const { name, mediaType } = part;
  return {
    type: /^(image|audio|video)\//.exec(mediaType ?? '')?.[1] ?? 'file',
    ...(part.kind === 'bytes' ? { base64: part.base64 } : { url: part.url }),
    ...(mediaType === null ? {} : { mimeType: mediaType }),
    ...(name === null ? {} : { name }),
  };
}

/** A question as an interrupt: what is asked, and the schema of the answer if it has one. */
function interruptOf(said: readonly RelayPart[], state: string) {
  const question = said
    .map((part) => (part.kind === 'data' ? memberOf(part.data, 'question') : undefined))
    .find((one) => one !== undefined);
  const id = memberOf(question, 'id');
  return {
    id: typeof id === 'string' ? id : state,
    reason: state === 'auth-required' ? 'auth_required' : 'input_required',
    message: textIn(said),
    ...(question === undefined ? {} : { metadata: { question } }),
  };
}
