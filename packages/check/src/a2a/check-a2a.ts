import type { SentPart } from '@countersign/adapters/a2a/parts';
import type { Notebook } from '../finding.ts';
import { seen } from '../statements.ts';
import type { Target } from '../target.ts';
import { textIn } from './artifact-watch.ts';
import { checkCancel } from './cancel-check.ts';
import { checkCard } from './card-check.ts';
import { answerTo, type Conversation, createConversation, type TurnEnd } from './conversation.ts';
import { checkRefusals } from './refusal-check.ts';
import { asks, createTaskWatch, hasEnded, type TaskWatch } from './task-watch.ts';

const maxQuestions = 20;

/** Checks an agent of A2A: its card, a task with its questions, a task that is cancelled, and requests that must be refused. */
export async function checkA2a(target: Target, note: Notebook): Promise<void> {
  const endpoint = await checkCard(target, note);
  if (endpoint === null) return;
  const talk = createConversation(target, endpoint);
  const watch = createTaskWatch(endpoint);
  const parts: SentPart[] = [
    { kind: 'text', text: target.message },
    ...(target.input === undefined
      ? []
      : [{ kind: 'data' as const, data: target.input, mediaType: null }]),
  ];
  const { end, exchange } = await talk.say(parts, watch);
  const wanted = endpoint.streams ? 'text/event-stream' : 'application/json';
  const isWanted = exchange.mediaType === wanted || exchange.mediaType === 'application/a2a+json';
  note.expect(
    'a2a.response',
    exchange.status !== 200
      ? seen('check.seen.status', { status: exchange.status })
      : isWanted
        ? null
        : seen('check.seen.type', { type: exchange.mediaType || '—' }),
  );
  if (exchange.status !== 200) return;
  const last = await answerAll(talk, { watch, end }, note);
  noteEnd(target, { watch, end: last }, note);
  await checkReread(talk, watch, note);
  watch.report(note);
  await checkRefusals(target, talk, watch, note);
  await checkCancel(target, talk, parts, note);
}

interface Turn {
  watch: TaskWatch;
  end: TurnEnd;
}

/** Answers what the task asks, until it ends. Returns how its last turn came to an end. */
async function answerAll(talk: Conversation, turn: Turn, note: Notebook): Promise<TurnEnd> {
  const { watch } = turn;
  let { end } = turn;
  if (!asks(watch.said.state)) {
    note.skip('a2a.question', seen('check.seen.no-question'));
    return end;
  }
  const answered = new Set<string>();
  let wrong: ReturnType<typeof seen> | null = null;
  let again = false;
  let unsaid = false;
  for (let count = 0; end === 'settled' && asks(watch.said.state); count += 1) {
    if (count >= maxQuestions) {
      note.skip('a2a.continued', seen('check.seen.too-many-questions', { count: maxQuestions }));
      return end;
    }
    const { message, state } = watch.said;
    if (message === null || message.parts.length === 0) unsaid = true;
    if (message?.messageId != null) {
      if (answered.has(message.messageId)) {
        again = true;
        break;
      }
      answered.add(message.messageId);
    }
    const answer = state === 'auth-required' ? null : answerTo(message, watch.ids.contextId ?? '');
    note.expect(
      'a2a.question',
      unsaid ? seen('check.seen.question-unsaid', { state: String(state) }) : null,
    );
    if (answer === null) {
      note.skip('a2a.continued', seen('check.seen.takes-knowledge'));
      return end;
    }
    ({ end } = await talk.say(answer, watch));
    if (watch.said.error !== null)
      wrong = seen('check.seen.continued-error', { message: watch.said.error });
    else if (end === 'cut') wrong = seen('check.seen.task-cut', { state: watch.said.state ?? '—' });
  }
  note.expect('a2a.continued', wrong);
  note.expect('a2a.asked-once', again ? seen('check.seen.asked-again') : null);
  return end;
}

function noteEnd(target: Target, { watch, end }: Turn, note: Notebook): void {
  const seconds = target.patienceMs / 1_000;
  if (end === 'working') note.skip('a2a.ends', seen('check.seen.still-working'));
  else if (end === 'silent') note.fail('a2a.ends', seen('check.seen.task-silent', { seconds }));
  else if (end === 'cut') {
    note.fail('a2a.ends', seen('check.seen.task-cut', { state: watch.said.state ?? '—' }));
  } else if (watch.said.state === null && !watch.said.isMessage) {
    note.fail('a2a.ends', seen('check.seen.task-refused', { message: watch.said.error ?? '' }));
  } else note.pass('a2a.ends');
}

/** The task as it is kept must be the one that was sent. */
async function checkReread(talk: Conversation, watch: TaskWatch, note: Notebook): Promise<void> {
  const { taskId } = watch.ids;
  const { state } = watch.said;
  if (taskId === null || !(hasEnded(state) || asks(state))) {
    note.skip('a2a.reread', seen('check.seen.no-task'));
    return;
  }
  const kept = createTaskWatch(talk.endpoint, watch.faults);
  const news = (await talk.read(taskId)).documents.map((one) => kept.take(one)).at(-1);
  if (news?.kind !== 'task') {
    note.fail('a2a.reread', seen('check.seen.not-kept', { message: kept.said.error ?? '' }));
    return;
  }
  const other =
    kept.said.state !== state
      ? { member: 'state', given: String(kept.said.state), wanted: String(state) }
      : kept.ids.contextId !== watch.ids.contextId
        ? {
            member: 'contextId',
            given: String(kept.ids.contextId),
            wanted: String(watch.ids.contextId),
          }
        : null;
  const lost = [...watch.artifacts].find(([id, text]) => {
    const one = news.artifacts.find(({ artifactId }) => artifactId === id);
    return one !== undefined && textIn(one.parts) !== text;
  });
  const changed = lost === undefined ? null : seen('check.seen.artifact-other', { id: lost[0] });
  note.expect('a2a.reread', other === null ? changed : seen('check.seen.other-id', other));
}
