import type { UpState } from '@countersign/upformat/message';
import { checkTransition } from '@countersign/upformat/transition';
import type { Notebook } from '../finding.ts';
import { upMessageIn } from '../questions.ts';
import type { RunReader } from '../run-reader.ts';
import type { Target } from '../target.ts';

const few = (texts: readonly string[]): string =>
  texts.length <= 3
    ? texts.join(' ')
    : `${texts.slice(0, 3).join(' ')} And ${texts.length - 3} more.`;

/** Whether the response is a stream at all. */
export function checkResponse({ status, headers }: RunReader, note: Notebook): boolean {
  const type = headers.get('content-type') ?? '';
  note.expect(
    'status',
    'A run is answered with the status 200',
    status === 200 ? null : `It was ${status}.`,
  );
  const isStream = /^text\/event-stream\b/i.test(type);
  note.expect(
    'content-type',
    'The response is an event stream',
    isStream ? null : `Its content type is ${type || 'absent'}; send text/event-stream.`,
  );
  return status === 200 && isStream;
}

/** The events of a whole run: can they be read, and are they in order? */
export function checkEvents(reader: RunReader, note: Notebook): void {
  const { events, remarks, breaches } = reader;
  note.expect(
    'readable',
    'Every frame is an event in its normal form',
    remarks.length === 0 ? null : few(remarks),
  );
  note.expect(
    'order',
    'The events are in a legal order',
    breaches.length === 0 ? null : few(breaches.map(({ rule, said }) => `${rule}: ${said.text}`)),
  );
  const first = events[0];
  note.expect(
    'begins',
    'The stream begins with RUN_STARTED',
    first?.type === 'RUN_STARTED' ? null : `It begins with ${first?.type ?? 'nothing'}.`,
  );
  const names =
    first?.type === 'RUN_STARTED' && first.threadId !== undefined && first.runId !== undefined;
  if (names) note.pass('ids', 'RUN_STARTED names the thread and the run');
  else {
    note.warn(
      'ids',
      'RUN_STARTED names the thread and the run',
      'Send threadId and runId, so that a reader can tell runs apart.',
    );
  }
  const odd = reader.frames.filter(
    ({ data, events: read }) =>
      read.some(({ type }) => type === 'RAW') && !/"type"\s*:\s*"RAW"/.test(data),
  ).length;
  if (odd > 0) {
    note.warn(
      'known-types',
      'Every event has a type of the specification',
      `${odd} have not; they are shown as they are.`,
    );
  } else note.pass('known-types', 'Every event has a type of the specification');
}

/** The UpFormat messages of a run. */
export function checkMessages(reader: RunReader, note: Notebook): void {
  const read = reader.events.flatMap((event) => upMessageIn(event) ?? []);
  if (read.length === 0) {
    note.skip(
      'messages',
      'UpFormat messages can be read',
      'The run sent none. Give a message that makes the agent ask.',
    );
    return;
  }
  const lost = read.flatMap((each) =>
    each.ok
      ? []
      : [
          `${each.problems.map(({ path, message }) => `${path} ${message}`).join(', ')} in ${each.raw}`,
        ],
  );
  note.expect('messages', 'UpFormat messages can be read', lost.length === 0 ? null : few(lost));
  const messages = read.flatMap((each) => (each.ok ? [each] : []));
  const warnings = messages.flatMap((each) => each.warnings);
  const ids = warnings.filter(({ path }) => /Id$/.test(path));
  const others = warnings.filter(({ path }) => !/Id$/.test(path));
  note.expect(
    'members',
    'Every member of a message is well formed',
    others.length === 0 ? null : few(others.map(({ path, message }) => `${path}: ${message}`)),
  );
  if (ids.length > 0) note.warn('uuids', 'Ids of messages are UUIDs', `${ids.length} are not.`);
  else note.pass('uuids', 'Ids of messages are UUIDs');
  const wrong = wrongTransitions(reader);
  note.expect(
    'transitions',
    'States follow each other as specified',
    wrong.length === 0 ? null : few(wrong),
  );
}

/** Steps that are not legal from any state that they may follow: the speaker's last, that of the message, that of its parent. */
function wrongTransitions({ events }: RunReader): string[] {
  const wrong: string[] = [];
  const last = new Map<string, UpState>();
  for (const event of events) {
    const read = upMessageIn(event);
    // An answer that is shown in the stream declares no state of the agent's work.
    if (read?.ok !== true || read.message.upFeedback !== undefined) continue;
    const { messageId, parentMessageId, state, agentId } = read.message;
    const { agentId: relayed, runId } = event.metadata ?? {};
    const speaker = JSON.stringify([relayed, runId, agentId]);
    const at = (id: string | undefined) => last.get(`${speaker} ${id ?? ''}`);
    const from = [at(undefined), at(messageId), at(parentMessageId)].filter(
      (one) => one !== undefined,
    );
    const isLegal = from.some((one) => checkTransition(one, state) !== 'anomalous');
    if (from.length > 0 && !isLegal) wrong.push(`${from[0]} → ${state}.`);
    last.set(`${speaker} `, state);
    last.set(`${speaker} ${messageId}`, state);
  }
  return wrong;
}

/** How the run ended. */
export async function checkEnd(target: Target, reader: RunReader, note: Notebook): Promise<void> {
  const how = await reader.ended;
  const last = reader.events.at(-1);
  if (how === 'silent') {
    note.fail(
      'ends',
      'A run ends with RUN_FINISHED or RUN_ERROR',
      `No event came for ${target.patienceMs / 1_000} s, and the run had not ended.`,
    );
    return;
  }
  const ends = reader.events.some(({ type }) => type === 'RUN_FINISHED' || type === 'RUN_ERROR');
  note.expect(
    'ends',
    'A run ends with RUN_FINISHED or RUN_ERROR',
    ends
      ? null
      : `The stream ${how === 'broken' ? 'broke' : 'ended'} after ${last?.type ?? 'nothing'}.`,
  );
}
