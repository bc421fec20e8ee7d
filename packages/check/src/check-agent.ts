import { answerTheRest } from './answer-the-rest.ts';
import { checkAnswers, checkSameRun } from './checks/asking.ts';
import { checkControl } from './checks/control.ts';
import { checkHostile } from './checks/hostile.ts';
import { checkResume } from './checks/resume.ts';
import { checkEnd, checkEvents, checkMessages, checkResponse } from './checks/stream.ts';
import { createNotebook, type Finding, type Report } from './finding.ts';
import { questionIn } from './questions.ts';
import { timeout } from './run-reader.ts';
import { type CheckOptions, createTarget, type Target } from './target.ts';

/** How long a run that asks nothing must go on to be controlled. */
const settleMs = 500;

/**
 * Checks an agent against docs/protocol, by real runs: one that is answered, one that is paused and stopped, and requests that must
 * be refused. Never throws for what the agent does.
 *
 * @example await checkAgent({ agent: descriptor, message: 'Ada', patienceMs: 30_000 })
 */
export async function checkAgent(options: CheckOptions): Promise<Report> {
  const findings: Finding[] = [];
  const target = createTarget(options);
  const { id, name, url } = options.agent;
  try {
    await checkAll(target, findings);
  } catch (error) {
    createNotebook('check', 'README.md', findings).fail(
      'reached',
      'The agent answers every request',
      reasonOf(error),
    );
  } finally {
    await target.close();
  }
  const checkedAt = new Date().toISOString();
  return { agent: { id, name, url }, checkedAt, runs: target.runs, findings };
}

async function checkAll(target: Target, findings: Finding[]): Promise<void> {
  const book = (area: string, page: string) => createNotebook(area, page, findings);
  const stream = book('stream', 'events.md');
  const first = await target.start();
  if (!checkResponse(first.reader, stream)) {
    first.reader.close();
    return;
  }
  await first.reader.until(() => true);
  const asked = await checkAnswers(target, first, book('answer', 'answers.md'));
  await checkSameRun(target, first, book('run', 'events.md#the-request'));
  // Further questions of the run are answered as well, so that it can end.
  const stuck = await answerTheRest(target, first);
  if (stuck === null) await checkEnd(target, first.reader, stream);
  else stream.skip('ends', 'A run ends with RUN_FINISHED or RUN_ERROR', stuck);
  checkEvents(first.reader, stream);
  checkMessages(first.reader, book('message', 'message.md'));
  await checkResume(target, first, book('rejoin', 'events.md#rejoining'));
  await checkHostile(target, book('refusal', 'events.md#the-request'));
  const control = book('control', 'control.md');
  const second = await target.start();
  // A run that asks stays under way until it is answered.
  await second.reader.until((event) =>
    asked ? questionIn(event) !== null : event.type === 'RUN_STARTED',
  );
  // One that asks nothing may end at once.
  if (!asked) await timeout(settleMs).done;
  await checkControl(target, second, control);
  second.reader.close();
}

/** The cause of a failed request says more than the failure. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
