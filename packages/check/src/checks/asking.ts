import { randomUUID } from 'node:crypto';
import { isObject } from '@countersign/json/json-object';
import type { WrittenStatement } from '@countersign/json/statement';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import { within } from '../body-reader.ts';
import type { Notebook } from '../finding.ts';
import { acknowledges, fittingAnswer } from '../questions.ts';
import { seen, statusIs } from '../statements.ts';
import type { Reply, StartedRun, Target } from '../target.ts';

const shown = ({ body }: Reply) =>
  seen('check.seen.reply', { reply: JSON.stringify(body).slice(0, 200) });

function notProblem({ contentType, body }: Reply): WrittenStatement | null {
  const isTyped = /^application\/problem\+json\b/.test(contentType);
  if (isTyped && isObject(body) && typeof body['title'] === 'string') return null;
  return contentType === ''
    ? seen('check.seen.refusal-untyped')
    : seen('check.seen.refusal-type', { type: contentType });
}

const messageOf = (
  question: UpMessage,
  run: StartedRun,
  feedback: UpFeedback,
  messageId: string,
) => ({
  threadId: run.threadId,
  runId: run.runId,
  idempotencyKey: messageId,
  message: {
    messageId,
    threadId: run.threadId,
    parentMessageId: question.messageId,
    timestamp: new Date().toISOString(),
    state: 'submitted',
    agentId: 'operator:check',
    upFeedback: feedback,
  },
});

/** Answers a question of an open run, rightly and wrongly. */
export async function checkAnswers(
  target: Target,
  run: StartedRun,
  { url, question }: { url: string; question: UpMessage },
  note: Notebook,
): Promise<void> {
  await checkRefusals(target, run, { url, question }, note);
  const feedback = fittingAnswer(question);
  if (feedback === null) {
    note.skip('answer.delivered', seen('check.seen.takes-knowledge'));
    return;
  }
  const id = randomUUID();
  const body = messageOf(question, run, feedback, id);
  const first = await target.post(url, body);
  note.expect('answer.delivered', statusIs(first, 200));
  const said = isObject(first.body) ? first.body : {};
  const names =
    said['runId'] === run.runId && said['messageId'] === id && said['status'] === 'delivered';
  note.expect('answer.reply', names ? null : shown(first));
  const again = await target.post(url, body);
  const same =
    again.status === first.status && JSON.stringify(again.body) === JSON.stringify(first.body);
  note.expect('answer.repeated', same ? null : shown(again));
  const another: UpFeedback = { type: 'instruction', content: { text: 'Another answer' } };
  const other = await target.post(url, messageOf(question, run, another, randomUUID()));
  // The run may have ended with the answer.
  note.expect('answer.once', statusIs(other, 409, 410, 404));
  const confirmed = await within(target.patienceMs, run.reader.until(acknowledges(id)));
  note.expect(
    'answer.acknowledged',
    confirmed === null ? seen('check.seen.no-acknowledgement', { id }) : null,
  );
}

/** Deliveries that must change nothing. */
async function checkRefusals(
  target: Target,
  run: StartedRun,
  { url, question }: { url: string; question: UpMessage },
  note: Notebook,
): Promise<void> {
  const body = (changes: object) => ({
    ...messageOf(question, run, { type: 'approve' }, randomUUID()),
    ...changes,
  });
  const unknownRun = await target.post(url, body({ runId: randomUUID() }));
  note.expect('answer.unknown-run', statusIs(unknownRun, 404));
  note.expect('answer.problem', notProblem(unknownRun));
  const stranger = { ...question, messageId: randomUUID() };
  const unknown = await target.post(
    url,
    messageOf(stranger, run, { type: 'approve' }, randomUUID()),
  );
  note.expect('answer.unknown-question', statusIs(unknown, 404));
  const shapeless = body({});
  const odd = await target.post(url, {
    ...shapeless,
    message: { ...shapeless.message, upFeedback: { type: 'shrug' } },
  });
  note.expect('answer.unknown-kind', statusIs(odd, 400, 422));
}

/** Starts the same run twice. `isHai`: its events can only be of HAI. */
export async function checkSameRun(
  target: Target,
  run: StartedRun,
  { note, isHai }: { note: Notebook; isHai: boolean },
): Promise<void> {
  const before = run.reader.events.length;
  const again = await target.start({ threadId: run.threadId, runId: run.runId });
  if (again.reader.status !== 200) {
    note.warn('run.same-run', seen('check.seen.not-repeatable', { status: again.reader.status }));
    return;
  }
  await again.reader.until(() => again.reader.events.length >= before);
  const same = again.reader.frames
    .slice(0, run.reader.frames.length)
    .every(({ data }, index) => data === run.reader.frames[index]?.data);
  again.reader.close();
  const twice = seen('check.seen.started-twice');
  // Of an agent whose events both protocols have, nobody knows whether the rule is its own.
  if (same || isHai) note.expect('run.same-run', same ? null : twice);
  else note.warn('run.same-run', twice);
}
