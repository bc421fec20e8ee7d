import type { HaiEvent } from '@countersign/hai/event';
import { memberOf } from '@countersign/json/json-object';
import { pointerOf } from '@countersign/json/json-pointer';
import { createPatcher } from '@countersign/json/patch';
import type { WrittenStatement } from '@countersign/json/statement';
import { missingValues } from '@countersign/json-schema/missing-values';
import { formSchemaOf } from '@countersign/upformat/form-schema';
import type { UpMessage, UpState } from '@countersign/upformat/message';
import { isPrompt } from '@countersign/upformat/prompt';
import { checkTransition } from '@countersign/upformat/transition';
import type { Notebook } from '../finding.ts';
import { misfit } from '../misfit.ts';
import { upMessageIn } from '../questions.ts';
import { type RunReader, remarkOf } from '../run-reader.ts';
import { few, seen } from '../statements.ts';
import type { Target } from '../target.ts';

/** The limit of the server for a question. */
const maxQuestionChars = 500_000;

/** Whether the response is a stream at all. */
export function checkResponse({ status, headers }: RunReader, note: Notebook): boolean {
  const type = headers.get('content-type') ?? '';
  note.expect('stream.status', status === 200 ? null : seen('check.seen.status', { status }));
  if (status !== 200) return false;
  const isStream = /^text\/event-stream\b/i.test(type);
  const wrong = type === '' ? seen('check.seen.no-type') : seen('check.seen.type', { type });
  note.expect('stream.content-type', isStream ? null : wrong);
  return isStream;
}

/** The events of a whole run: can they be read, and are they in order? */
export function checkEvents(reader: RunReader, note: Notebook): void {
  const { events, remarks, breaches } = reader;
  note.expect('stream.readable', remarks.length === 0 ? null : few(remarks));
  const broken = breaches.map(({ rule, said }) => seen('check.seen.breach', { rule, said }));
  note.expect('stream.order', broken.length === 0 ? null : few(broken));
  const first = events[0];
  const other =
    first === undefined
      ? seen('check.seen.nothing')
      : seen('check.seen.first', { type: first.type });
  note.expect('stream.begins', first?.type === 'RUN_STARTED' ? null : other);
  const names =
    first?.type === 'RUN_STARTED' && first.threadId !== undefined && first.runId !== undefined;
  if (names) note.pass('stream.ids');
  else note.warn('stream.ids', seen('check.seen.no-ids'));
  const types = [...new Set(events.flatMap(unknownType))].slice(0, 5);
  if (types.length > 0)
    note.warn('stream.known-types', seen('check.seen.unknown-types', { types }));
  else note.pass('stream.known-types');
  const lost = lostChanges(reader);
  note.expect('stream.changes', lost.length === 0 ? null : few(lost));
}

/** An event of another type is kept in one of the type RAW. */
function unknownType(event: HaiEvent): string[] {
  const type = event.type === 'RAW' ? memberOf(event.event, 'type') : undefined;
  return typeof type === 'string' && type !== 'RAW' ? [type.slice(0, 60)] : [];
}

/** Changes of the shared state that do not apply to what it is by then. */
function lostChanges({ events }: RunReader): WrittenStatement[] {
  let state = createPatcher({});
  let isWhole = false;
  return events.flatMap((event) => {
    if (event.type === 'STATE_SNAPSHOT') {
      state = createPatcher(event.snapshot);
      isWhole = true;
    }
    if (event.type !== 'STATE_DELTA') return [];
    return state.apply(event.delta).flatMap(({ operation: { op, path }, reason }) =>
      // Until there is a snapshot, readers make the list of hand-overs themselves.
      !isWhole && path.startsWith('/workflowItems')
        ? []
        : [seen('check.seen.not-applied', { op, path: path.slice(0, 100), reason })],
    );
  });
}

/** The UpFormat messages of a run. `whyNone`: why there may be none. */
export function checkMessages(
  reader: RunReader,
  note: Notebook,
  whyNone: WrittenStatement = seen('check.seen.no-messages'),
): void {
  const read = reader.events.flatMap((event) => upMessageIn(event) ?? []);
  if (read.length === 0) {
    note.skip('message.messages', whyNone);
    return;
  }
  const lost = read.flatMap((each) =>
    each.ok
      ? []
      : [
          seen('check.seen.message', {
            faults: few(each.problems.map(remarkOf)),
            message: each.raw,
          }),
        ],
  );
  note.expect('message.messages', lost.length === 0 ? null : few(lost));
  const messages = read.flatMap((each) => (each.ok ? [each] : []));
  const warnings = messages.flatMap((each) => each.warnings);
  const ids = warnings.filter(({ path }) => /Id$/.test(path));
  const others = warnings.filter(({ path }) => !/Id$/.test(path));
  note.expect('message.members', others.length === 0 ? null : few(others.map(remarkOf)));
  if (ids.length > 0) {
    note.warn('message.uuids', seen('check.seen.not-uuids', { count: ids.length }));
  } else note.pass('message.uuids');
  const large = messages
    .map(({ message }) => (isPrompt(message) ? JSON.stringify(message).length : 0))
    .find((chars) => chars > maxQuestionChars);
  note.expect(
    'message.size',
    large === undefined
      ? null
      : seen('check.seen.large-question', { chars: large, limit: maxQuestionChars }),
  );
  const unfit = messages.flatMap(({ message }) => unfitProposal(message) ?? []);
  note.expect('message.fits', unfit.length === 0 ? null : few(unfit));
  const wrong = wrongTransitions(reader);
  note.expect('message.transitions', wrong.length === 0 ? null : few(wrong));
}

/** What a question proposes against its own schema; what a person has to add may be missing. */
function unfitProposal(message: UpMessage): WrittenStatement | null {
  const schema = formSchemaOf(message);
  const { payload } = message;
  if (!isPrompt(message) || schema === null || payload === undefined) return null;
  const missing = new Set(missingValues(schema, payload).map(({ path }) => path));
  return misfit(
    schema,
    payload,
    ({ keyword, path }) => keyword !== 'required' && !missing.has(pointerOf(path)),
  );
}

/** Steps that are not legal from any state that they may follow: the speaker's last, that of the message, that of its parent. */
function wrongTransitions({ events }: RunReader): WrittenStatement[] {
  const wrong: WrittenStatement[] = [];
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
    const [before] = from;
    if (before !== undefined && !isLegal) {
      wrong.push(seen('check.seen.transition', { from: before, to: state }));
    }
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
    note.fail('stream.ends', seen('check.seen.silent', { seconds: target.patienceMs / 1_000 }));
    return;
  }
  const ends = reader.events.some(({ type }) => type === 'RUN_FINISHED' || type === 'RUN_ERROR');
  const cut = how === 'broken' ? 'check.seen.broke-after' : 'check.seen.ended-after';
  const wrong = last === undefined ? seen('check.seen.nothing') : seen(cut, { type: last.type });
  if (how === 'too-much' && !ends) {
    note.skip('stream.ends', seen('check.seen.too-much', { limit: target.maxBytes }));
  } else note.expect('stream.ends', ends ? null : wrong);
}
