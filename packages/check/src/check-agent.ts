import { randomUUID } from 'node:crypto';
import type { WrittenStatement } from '@countersign/json/statement';
import { isBlocking } from '@countersign/upformat/prompt';
import { checkA2a } from './a2a/check-a2a.ts';
import { timeout } from './body-reader.ts';
import { checkAnswers, checkSameRun } from './checks/asking.ts';
import { checkForeignAnswers, checkLaterAnswer, foreignAsks } from './checks/continuing.ts';
import { checkControl, noControl } from './checks/control.ts';
import { checkEnding } from './checks/ending.ts';
import { checkHostile } from './checks/hostile.ts';
import { checkResume } from './checks/resume.ts';
import { checkEnd, checkEvents, checkMessages, checkResponse } from './checks/stream.ts';
import { createNotebook, type Finding, type Notebook, type Report } from './finding.ts';
import { checkMcp } from './mcp/check-mcp.ts';
import { fittingAnswer, questionIn } from './questions.ts';
import { reasonOf } from './reason.ts';
import { dialectOf, recogniseOther, uncheckedName } from './recognise.ts';
import { NoResponse } from './sender.ts';
import { seen } from './statements.ts';
import { type CheckOptions, createTarget, type StartedRun, type Target } from './target.ts';

const maxQuestions = 20;

/** Answers the further questions of a run that block it, so that it can end; returns why it cannot, null = it can. */
async function answerTheRest(
  target: Target,
  { threadId, runId, reader }: StartedRun,
): Promise<WrittenStatement | null> {
  const url = target.agent.feedback?.url;
  if (url === undefined) return null;
  const known = new Set<string>();
  const first = reader.events.map(questionIn).find((question) => question !== null);
  if (first !== null && first !== undefined) known.add(first.messageId);
  while (known.size < maxQuestions) {
    const event = await reader.until((one) => {
      const question = questionIn(one);
      return question !== null && isBlocking(question) && !known.has(question.messageId);
    });
    const question = event === null ? null : questionIn(event);
    if (question === null) return null;
    known.add(question.messageId);
    const feedback = fittingAnswer(question);
    if (feedback === null) return seen('check.seen.further-takes-knowledge');
    const messageId = randomUUID();
    const message = {
      messageId,
      threadId,
      parentMessageId: question.messageId,
      timestamp: new Date().toISOString(),
      state: 'submitted',
      agentId: 'operator:check',
      upFeedback: feedback,
    };
    const { status } = await target.post(url, {
      threadId,
      runId,
      message,
      idempotencyKey: messageId,
    });
    if (status !== 200) return seen('check.seen.further-refused', { status });
  }
  return seen('check.seen.too-many-questions', { count: maxQuestions });
}

/** How long a run that asks nothing must last to be controlled. */
const settleMs = 500;
const defaultLimitMs = 600_000;

/**
 * Checks an agent against its protocol, by real runs: one that is answered, one that is paused and stopped, and requests that must
 * be refused. HAI and AG-UI by docs/protocol, A2A and MCP by their own specifications. Never throws for what the agent does.
 *
 * @example await checkAgent({ agent: descriptor, message: 'Ada', patienceMs: 30_000 })
 */
export async function checkAgent(options: CheckOptions): Promise<Report> {
  const findings: Finding[] = [];
  let isClosed = false;
  const note = createNotebook((finding) => {
    if (isClosed) return;
    findings.push(finding);
    options.onFinding?.(finding);
  });
  const limitMs = options.limitMs ?? defaultLimitMs;
  const limit = new AbortController();
  const { done, cancel } = timeout(limitMs);
  const cancelled = options.signal ?? new AbortController().signal;
  const over = AbortSignal.any([limit.signal, cancelled]);
  const target = createTarget(options, over);
  const { id, name, url, protocol } = options.agent;
  let speaks: string | null = protocol === 'detect' ? null : protocol;
  const checking = checkAll(target, note, (spoken) => {
    speaks = spoken;
  });
  const ended = new Promise<'over'>((resolve) => {
    over.addEventListener('abort', () => resolve('over'), { once: true });
    if (over.aborted) resolve('over');
  });
  void done.then(() => limit.abort());
  try {
    if ((await Promise.race([checking, ended])) === 'over') throw new Error('over');
  } catch (error) {
    checking.catch(() => {});
    if (cancelled.aborted) note.skip('check.reached', seen('check.seen.cancelled'));
    else if (limit.signal.aborted) {
      note.fail('check.reached', seen('check.seen.over-time', { seconds: limitMs / 1_000 }));
    } else note.fail('check.reached', whyUnreached(error));
  } finally {
    // An ended check would see ends of streams that are its own.
    isClosed = true;
    cancel();
    await target.close();
  }
  const checkedAt = new Date().toISOString();
  const { runs } = target;
  return { agent: { id, name, url }, checkedAt, speaks, runs, findings: [...findings] };
}

const whyUnreached = (error: unknown) =>
  error instanceof NoResponse
    ? seen('check.seen.no-response', { seconds: error.seconds })
    : seen('check.seen.reason', { reason: reasonOf(error) });

const checkers = { a2a: checkA2a, mcp: checkMcp };

async function checkAll(
  target: Target,
  note: Notebook,
  onSpeaks: (protocol: string) => void,
): Promise<void> {
  const declared = uncheckedName(target.agent.protocol);
  if (declared !== null) {
    note.skip('check.protocol', seen('check.seen.speaks', { protocol: declared }));
    return;
  }
  const { protocol, url } = target.agent;
  if (protocol === 'mcp' && !/^https?:/.test(url)) {
    note.skip('check.protocol', seen('check.seen.command'));
    return;
  }
  if (protocol === 'a2a' || protocol === 'mcp') {
    await checkers[protocol](target, note);
    return;
  }
  const first = await target.start();
  const type = first.reader.headers.get('content-type') ?? '';
  if (first.reader.status !== 200 || !/^text\/event-stream\b/i.test(type)) {
    const other = await recogniseOther(target);
    if (other !== null) {
      first.reader.close();
      onSpeaks(other);
      await checkers[other](target, note);
      return;
    }
  }
  if (!checkResponse(first.reader, note)) {
    first.reader.close();
    return;
  }
  const asked = await first.reader.until((event) => questionIn(event) !== null);
  const question = asked === null ? null : questionIn(asked);
  const dialect = dialectOf(target, first.reader);
  if (dialect !== null) onSpeaks(dialect);
  const isAgUi = dialect === 'ag-ui';
  const feedback = target.agent.feedback?.url;
  if (question !== null && feedback !== undefined) {
    await checkAnswers(target, first, { url: feedback, question }, note);
  }
  if (isAgUi) note.skip('run.same-run', seen('check.seen.not-in-ag-ui'));
  else await checkSameRun(target, first, { note, isHai: dialect === 'hai' });
  // Further questions of the run are answered as well, so that it can end.
  const stuck = await answerTheRest(target, first);
  if (stuck === null) await checkEnd(target, first.reader, note);
  else note.skip('stream.ends', stuck);
  checkEvents(first.reader, note);
  const asks = question === null ? foreignAsks(target, first, isAgUi) : [];
  const otherwise = asks.length > 0 ? seen('check.seen.asked-otherwise') : undefined;
  checkMessages(first.reader, note, isAgUi ? seen('check.seen.no-messages-here') : otherwise);
  if (question === null) await checkForeignAnswers(target, first, asks, note);
  else if (feedback === undefined) await checkLaterAnswer(target, first, question, note);
  if (question !== null && feedback !== undefined) await checkEnding(target, feedback, note);
  await checkResume(target, first, note);
  await checkHostile(target, note);
  await checkSecondRun(target, note, question !== null);
}

async function checkSecondRun(target: Target, note: Notebook, asks: boolean): Promise<void> {
  const why = noControl(target.agent);
  if (why !== null) {
    note.skip('control.pause', why);
    return;
  }
  const second = await target.start();
  // A run that asks stays under way until it is answered; paused while it streams, it must stop in the middle of its text.
  await second.reader.until((event) =>
    asks
      ? questionIn(event) !== null || event.type === 'BUSINESS_DATA_CONTENT'
      : event.type === 'RUN_STARTED',
  );
  // One that asks nothing may end at once.
  if (!asks) await timeout(settleMs).done;
  await checkControl(target, { run: second, asks }, note);
  second.reader.close();
}
