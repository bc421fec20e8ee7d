import { randomUUID } from 'node:crypto';
import { isObject } from '@countersign/json/json-object';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import type { Notebook } from '../finding.ts';
import { acknowledges, fittingAnswer, questionIn } from '../questions.ts';
import { timeout } from '../run-reader.ts';
import type { Reply, StartedRun, Target } from '../target.ts';

const statusIs = (reply: Reply, ...wanted: number[]): string | null =>
  wanted.includes(reply.status)
    ? null
    : `The status was ${reply.status}, expected ${wanted.join(' or ')}.`;

const isProblem = ({ contentType, body }: Reply): string | null =>
  /^application\/problem\+json\b/.test(contentType) &&
  isObject(body) &&
  typeof body['title'] === 'string'
    ? null
    : `It came as ${contentType || 'no type'}; send application/problem+json with a title.`;

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

/** Answers the first question of a run, rightly and wrongly; returns whether there was one. */
export async function checkAnswers(
  target: Target,
  run: StartedRun,
  note: Notebook,
): Promise<boolean> {
  const asked = await run.reader.until((event) => questionIn(event) !== null);
  const question = asked === null ? null : questionIn(asked);
  if (question === null) {
    note.skip(
      'delivered',
      'An answer is accepted',
      'The run asked nothing. Give a message that makes the agent ask.',
    );
    return false;
  }
  const url = target.agent.feedback?.url;
  if (url === undefined) {
    note.skip(
      'delivered',
      'An answer is accepted',
      'The descriptor has no feedback: answers come with a new run.',
    );
    return true;
  }
  await checkRefusals(target, run, { url, question }, note);
  const feedback = fittingAnswer(question);
  if (feedback === null) {
    note.skip('delivered', 'An answer is accepted', 'The question takes knowledge to answer.');
    return true;
  }
  const id = randomUUID();
  const body = messageOf(question, run, feedback, id);
  const first = await target.post(url, body);
  note.expect('delivered', 'An answer is accepted', statusIs(first, 200));
  const said = isObject(first.body) ? first.body : {};
  note.expect(
    'reply',
    'The reply names the run and the answer',
    said['runId'] === run.runId && said['messageId'] === id && said['status'] === 'delivered'
      ? null
      : `It was ${JSON.stringify(first.body).slice(0, 200)}.`,
  );
  const again = await target.post(url, body);
  note.expect(
    'repeated',
    'The same delivery again has the same reply',
    again.status === first.status && JSON.stringify(again.body) === JSON.stringify(first.body)
      ? null
      : `It was ${again.status} ${JSON.stringify(again.body).slice(0, 200)}.`,
  );
  const other = await target.post(
    url,
    messageOf(
      question,
      run,
      { type: 'instruction', content: { text: 'Another answer' } },
      randomUUID(),
    ),
  );
  // The run may have ended with the answer.
  note.expect(
    'once',
    'A second answer to the same question is refused',
    statusIs(other, 409, 410, 404),
  );
  const limit = timeout(target.patienceMs);
  const seen = await Promise.race([run.reader.until(acknowledges(id)), limit.done]).finally(
    limit.cancel,
  );
  note.expect(
    'acknowledged',
    'The answer is confirmed in the stream',
    seen !== null && seen !== 'timeout'
      ? null
      : `No message with parentMessageId ${id} came. Send one in the state submitted.`,
  );
  return true;
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
  note.expect(
    'unknown-run',
    'An answer to an unknown run is refused with 404',
    statusIs(unknownRun, 404),
  );
  note.expect('problem', 'Refusals are problem+json', isProblem(unknownRun));
  const stranger = { ...question, messageId: randomUUID() };
  const unknown = await target.post(
    url,
    messageOf(stranger, run, { type: 'approve' }, randomUUID()),
  );
  note.expect(
    'unknown-question',
    'An answer to an unknown question is refused with 404',
    statusIs(unknown, 404),
  );
  const shapeless = body({});
  const odd = await target.post(url, {
    ...shapeless,
    message: { ...shapeless.message, upFeedback: { type: 'shrug' } },
  });
  note.expect('unknown-kind', 'An answer of an unknown kind is refused', statusIs(odd, 400, 422));
}

/** Starts the same run twice. */
export async function checkSameRun(target: Target, run: StartedRun, note: Notebook): Promise<void> {
  const before = run.reader.events.length;
  const again = await target.start({ threadId: run.threadId, runId: run.runId });
  const title = 'The same run id is the same run';
  if (again.reader.status !== 200) {
    note.warn(
      'same-run',
      title,
      `The status was ${again.reader.status}. The request may be repeated after a lost connection: send the run from its beginning.`,
    );
    return;
  }
  await again.reader.until(() => again.reader.events.length >= before);
  const same = again.reader.frames
    .slice(0, run.reader.frames.length)
    .every(({ data }, index) => data === run.reader.frames[index]?.data);
  again.reader.close();
  note.expect(
    'same-run',
    title,
    same ? null : 'The second request had other events: the work was started twice.',
  );
}
