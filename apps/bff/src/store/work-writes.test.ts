import { say } from '@countersign/api/statements';
import * as agents from '@countersign/part-desk/rows/agents';
import * as claims from '@countersign/part-desk/rows/claims';
import * as comments from '@countersign/part-desk/rows/comments';
import * as controls from '@countersign/part-desk/rows/controls';
import * as decisions from '@countersign/part-desk/rows/decisions';
import * as states from '@countersign/part-desk/rows/declared-states';
import * as dismissed from '@countersign/part-desk/rows/dismissed-tools';
import * as drafts from '@countersign/part-desk/rows/drafts';
import * as outbox from '@countersign/part-desk/rows/outbox';
import * as policies from '@countersign/part-desk/rows/policy/policies';
import * as tables from '@countersign/part-desk/rows/policy/policy-tables';
import * as votes from '@countersign/part-desk/rows/policy/votes';
import * as views from '@countersign/part-desk/rows/prompt-views';
import * as prompts from '@countersign/part-desk/rows/questions/prompts';
import * as receipts from '@countersign/part-desk/rows/receipts';
import * as runs from '@countersign/part-desk/rows/runs';
import * as notes from '@countersign/part-desk/rows/shift-notes';
import * as tasks from '@countersign/part-desk/rows/tasks';
import * as doorCalls from '@countersign/part-doors/rows/door-calls';
import * as figures from '@countersign/part-insights/rows/question-figures';
import * as questions from '@countersign/part-mcp/rows/program-questions';
import * as clients from '@countersign/part-mcp/rows/programs';
import * as audit from '@countersign/server/store/audit/audit';
import * as folds from '@countersign/server/store/folds';
import * as keys from '@countersign/server/store/keys';
import * as meta from '@countersign/server/store/meta';
import * as retention from '@countersign/server/store/retention';
import * as marks from '@countersign/server/store/task-marks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startMs } from '../testing/postgres.ts';
import { writes as settings } from '../testing/settings-store.ts';
import { describeWrites, isOf, type Writes } from '../testing/store-contract.ts';
import { engines, type StoreUnderTest } from '../testing/store-engines.ts';
import {
  agent,
  ann,
  answered,
  asked,
  claim,
  comment,
  control,
  decided,
  declared,
  doorCall,
  draft,
  earlier,
  figuresOfOpen,
  fill,
  fold,
  later,
  newRun,
  now,
  open,
  question,
  run,
  sent,
  task,
  tool,
  vote,
  words,
} from '../testing/work-store.ts';

const said = say('delivery.lapsed');
const progress = { to: 'settled' as const, failure: null, delivered: now, acknowledged: now };
const revised = {
  ...{ blocking: 0, severity: 'info', revision: 2, ask: 'Now?', message: '{}', digest: 'e' },
  ...{ expiresAt: null, classKey: 'other', id: open },
};
const opening = { promptId: open, operatorId: ann, openedAt: now, closedAt: later };
const writes: Writes = {
  keepFigures: ['no change', (w) => figures.keepFigures(w, { ...figuresOfOpen, severity: 'info' })],
  keepOpening: ['no change', (w) => figures.keepOpening(w, opening)],
  setVisible: [
    'no change',
    async (w) => {
      await figures.keepFigures(w, { ...figuresOfOpen, severity: 'info' });
      return figures.setVisible(w, { promptId: open, ms: 1_000 });
    },
  ],
  insertTask: [
    'refused',
    (w) => tasks.insertTask(w, { ...{ id: 't', title: '' }, agent, agents: '[]', run }),
  ],
  setTaskState: ['no change', (w) => tasks.setTaskState(w, 'completed', task)],
  setRunOfTask: [
    'no change',
    (w) => tasks.setRunOfTask(w, { runId: earlier, agentId: agent, id: task }),
  ],
  writeParticipants: ['no change', (w) => tasks.writeParticipants(w, '[]', task)],
  addAnomalies: ['counted again', (w) => marks.addAnomalies(w, 1, task)],
  markTaskDamaged: ['no change', (w) => keys.markTaskDamaged(w, task)],
  insertRunRow: ['refused', (w) => runs.insertRunRow(w, newRun('run-other'))],
  markFinished: ['no change', (w) => runs.markFinished(w, run)],
  setOpenRunStatus: ['no change', (w) => runs.setOpenRunStatus(w, 'held', run)],
  setEndedRunStatus: ['no change', (w) => runs.setEndedRunStatus(w, 'failed', run)],
  markStopping: ['no change', (w) => runs.markStopping(w, run)],
  markContacted: ['no change', (w) => runs.markContacted(w, 1, run)],
  markPosted: ['counted again', (w) => runs.markPosted(w, run)],
  markUnposted: [
    'counted again',
    async (w) => {
      await runs.markPosted(w, run);
      await runs.markPosted(w, run);
      return runs.markUnposted(w, run);
    },
  ],
  removeExpiry: ['no change', (w) => prompts.removeExpiry(w, open)],
  markStoppedRun: ['no change', (w) => runs.markStoppedRun(w, run)],
  endRunRow: ['no change', (w) => runs.endRunRow(w, { status: 'failed', place: 3, id: run })],
  markRunning: ['no change', (w) => runs.markRunning(w, run)],
  keepLastEvent: ['no change', (w) => runs.keepLastEvent(w, '7', run)],
  markCalledIn: ['no change', (w) => runs.markCalledIn(w, run)],
  noteSpoke: ['no change', (w) => agents.noteSpoke(w, 'a2a', agent)],
  writeContact: [
    'no change',
    (w) => agents.writeContact(w, { agentId: agent, ok: 0, detail: 'no', statement: null }),
  ],
  noteCall: ['no change', (w) => agents.noteCall(w, 'mcp', 'client/1')],
  insertPrompt: ['refused', (w) => prompts.insertPrompt(w, asked('new'))],
  revisePromptRow: ['no change', (w) => prompts.revisePromptRow(w, revised)],
  replaceMessage: [
    'counted again',
    (w) => prompts.replaceMessage(w, { message: '{}', digest: 'e', id: open }),
  ],
  movePrompt: [
    'no change',
    (w) =>
      prompts.movePrompt(w, {
        runId: earlier,
        messageId: 'n',
        together: null,
        source: '{}',
        id: open,
      }),
  ],
  keepView: [
    'no change',
    (w) =>
      views.keepView(
        w,
        { promptId: open, operatorId: ann, revision: 1 },
        { since: now, last: now, visible_ms: 0 },
      ),
  ],
  insertReceipt: ['refused', (w) => receipts.insertReceipt(w, 'receipt-2', '{}')],
  beginUse: [
    'refused',
    async (w) => {
      await receipts.insertReceipt(w, 'receipt-2', '{}');
      await receipts.beginUse(w, 'receipt-2');
    },
  ],
  keepOutcome: ['no change', (w) => decisions.keepOutcome(w, 'answer-1', '{}')],
  describeAuditRow: [
    'no change',
    (w) => audit.describeAuditRow(w, 1, { kind: 'other', agent: null, tool: null, words: ['a'] }),
  ],
  keepFirstSeen: ['no change', (w) => prompts.keepFirstSeen(w, '{}', open)],
  keepSnooze: ['no change', (w) => prompts.keepSnooze(w, { snooze: '{}', wakeAt: now, id: open })],
  endSnoozeOf: ['no change', (w) => prompts.endSnoozeOf(w, open)],
  keepEscalation: [
    'no change',
    (w) => prompts.keepEscalation(w, { escalation: '{}', nextAt: null, id: open }),
  ],
  extendExpiry: ['counted again', (w) => prompts.extendExpiry(w, now, open)],
  closeAnswered: ['no change', (w) => prompts.closeAnswered(w, open, 'd')],
  closeUnanswered: [
    'no change',
    (w) =>
      prompts.closeUnanswered(w, { state: 'expired', reason: said, stoppedBy: null, id: open }),
  ],
  rewordEnd: ['no change', (w) => prompts.rewordEnd(w, answered, said)],
  reopenPrompt: ['no change', (w) => prompts.reopenPrompt(w, answered)],
  insertDecision: ['refused', (w) => decisions.insertDecision(w, decided('answer-4', open))],
  markDecisionDelivered: ['no change', (w) => decisions.markDecisionDelivered(w, 'answer-1')],
  markDecisionRecalled: ['no change', (w) => decisions.markDecisionRecalled(w, said, 'answer-1')],
  markDecisionFailed: [
    'no change',
    (w) => decisions.markDecisionFailed(w, { state: 'refused', reason: said, id: 'answer-1' }),
  ],
  noteFailedAttempt: [
    'no change',
    (w) => decisions.noteFailedAttempt(w, said, { id: 'answer-1', unless: 'delivery.unconfirmed' }),
  ],
  noteDoubt: ['no change', (w) => decisions.noteDoubt(w, said, 'answer-1')],
  countAttempt: ['counted again', (w) => decisions.countAttempt(w, 'answer-1')],
  takeBackAttempts: ['no change', (w) => decisions.takeBackAttempts(w, 1, 'answer-1')],
  acknowledgeSent: ['no change', (w) => decisions.acknowledgeSent(w, 'answer-1')],
  acknowledgeDecision: ['no change', (w) => decisions.acknowledgeDecision(w, 'answer-1')],
  acknowledgeDelivered: ['no change', (w) => decisions.acknowledgeDelivered(w, 'answer-2')],
  insertNote: [
    'refused',
    (w) => notes.insertNote(w, { id: 'note', at: 1, by: 'ann', name: 'Ann', text: 'Look' }),
  ],
  setRelease: ['no change', (w) => decisions.setRelease(w, 1, ['answer-1', 'answer-3'])],
  shiftReleases: ['counted again', (w) => decisions.shiftReleases(w, 1_000)],
  insertDelivery: ['refused', (w) => outbox.insertDelivery(w, sent('new'))],
  insertForAsker: [
    'refused',
    (w) =>
      outbox.insertForAsker(w, { id: 'new', agentId: 'asker', log: 'asker', body: '{}', due: now }),
  ],
  placeDelivery: [
    'no change',
    (w) => outbox.placeDelivery(w, { state: 'held', due: later, id: 'answer-1' }),
  ],
  advanceDeliveries: ['no change', (w) => outbox.advanceDeliveries(w, 1, ['answer-1'])],
  postponeDelivery: ['no change', (w) => outbox.postponeDelivery(w, later, 'answer-1')],
  leaseDelivery: ['counted again', (w) => outbox.leaseDelivery(w, later, 'answer-1')],
  reclaimLeased: ['no change', (w) => outbox.reclaimLeased(w)],
  reclaimOne: ['no change', (w) => outbox.reclaimOne(w, 'leased')],
  markCarried: ['no change', (w) => outbox.markCarried(w, 'answer-1')],
  markDone: ['no change', (w) => outbox.markDone(w, 'answer-1')],
  markRecalled: ['no change', (w) => outbox.markRecalled(w, 'words')],
  markDead: ['no change', (w) => outbox.markDead(w, 'words')],
  markStopped: ['no change', (w) => outbox.markStopped(w, 'words')],
  deleteUnsent: ['no change', (w) => outbox.deleteUnsent(w, 'answer-1')],
  enqueueRow: ['no change', (w) => outbox.enqueueRow(w, 'answer-1')],
  releaseDelivery: ['no change', (w) => outbox.releaseDelivery(w, 'words')],
  dequeueTogether: ['no change', (w) => outbox.dequeueTogether(w, task, 'group')],
  shiftUnsent: ['counted again', (w) => outbox.shiftUnsent(w, 1_000)],
  insertComment: ['refused', (w) => comments.insertComment(w, comment)],
  writeClaim: ['no change', (w) => claims.writeClaim(w, { ...claim, grantedAt: null })],
  deleteClaim: ['no change', (w) => claims.deleteClaim(w, open)],
  writeDraft: ['no change', (w) => drafts.writeDraft(w, { ...draft, body: '[]' })],
  deleteDraft: ['no change', (w) => drafts.deleteDraft(w, open, ann)],
  deleteDrafts: ['no change', (w) => drafts.deleteDrafts(w, open)],
  writeMessageState: [
    'no change',
    (w) => states.writeMessageState(w, { ...declared, state: 'completed' }),
  ],
  writeLaneState: [
    'no change',
    (w) => states.writeLaneState(w, { ...declared, state: 'completed' }),
  ],
  cancelUndeclared: ['no change', (w) => states.cancelUndeclared(w, run)],
  insertDismissedTool: [
    'no change',
    (w) => dismissed.insertDismissedTool(w, { ...tool, tool: 'send' }),
  ],
  deleteDismissedTool: ['no change', (w) => dismissed.deleteDismissedTool(w, agent, 'pay')],
  insertControl: ['refused', (w) => controls.insertControl(w, { ...control, id: 'control-2' })],
  writeProgress: [
    'no change',
    (w) => controls.writeProgress(w, { ...progress, settled: now, id: control.id }),
  ],
  acknowledgeControl: ['no change', (w) => controls.acknowledgeControl(w, control.id)],
  noteNotObeyed: ['no change', (w) => controls.noteNotObeyed(w, control.id)],
  noteReportedCount: ['no change', (w) => controls.noteReportedCount(w, 3, control.id)],
  addEventsSince: ['counted again', (w) => controls.addEventsSince(w, 2, control.id)],
  shiftReportTimes: ['counted again', (w) => controls.shiftReportTimes(w, 1_000)],
  insertPolicy: [
    'no change',
    (w) => policies.insertPolicy(w, { version: 2, classes: '{}', at: now, operator: ann }),
  ],
  insertTable: ['refused', (w) => tables.insertTable(w, { version: 2, body: '[]', operator: ann })],
  insertHold: [
    'refused',
    (w) => tables.insertHold(w, { id: 'hold-3', kind: 'stop', body: 'Ann', until: null }),
  ],
  endHolds: ['no change', (w) => tables.endHolds(w, { kind: 'bypass', id: null })],
  writeScreening: [
    'no change',
    (w) => tables.writeScreening(w, { id: open, demand: '{}', signals: '[]', intent: null }),
  ],
  insertVote: ['refused', (w) => votes.insertVote(w, vote('vote-2', open))],
  endVotes: ['no change', (w) => votes.endVotes(w, { promptId: open, as: 'withdrawn', byId: ann })],
  insertProgramAgent: [
    'refused',
    (w) => clients.insertProgramAgent(w, { id: 'new', name: 'N', descriptor: '{}', via: 'http' }),
  ],
  insertProgram: [
    'refused',
    (w) =>
      clients.insertProgram(w, {
        id: 'new',
        tokenHash: 'u',
        secret: 's',
        by: 'Ann',
        tokenEndsAt: null,
      }),
  ],
  replaceSecret: [
    'no change',
    (w) => clients.replaceSecret(w, { id: 'mcp', secret: 'new', before: 'old' }),
  ],
  deleteProgram: ['no change', (w) => clients.deleteProgram(w, 'mcp')],
  insertQuestion: [
    'refused',
    (w) => questions.insertQuestion(w, { ...question, id: 'question-2', key: null }),
  ],
  reviseQuestion: [
    'no change',
    (w) => questions.reviseQuestion(w, { id: question.id, request: '{}', wrapped: 0 }),
  ],
  keepResult: ['no change', (w) => questions.keepResult(w, question.id, '{}')],
  closeQuestion: ['no change', (w) => questions.closeQuestion(w, question.id)],
  closeQuestionsOf: ['no change', (w) => questions.closeQuestionsOf(w, 'mcp')],
  keepDoorCallRow: [
    'no change',
    (w) => doorCalls.keepDoorCallRow(w, { ...doorCall, id: 'question-2', round: 2 }),
  ],
  takeDoorCallRow: [
    'no change',
    (w) => doorCalls.takeDoorCallRow(w, { id: doorCall.id, holder: 'one', given: 'd' }),
  ],
  giveWords: ['no change', (w) => questions.giveWords(w, question.id, task)],
  insertWords: ['no change', (w) => questions.insertWords(w, { ...words, id: 'words-2' })],
  insertFold: ['no change', (w) => folds.insertFold(w, fold(2))],
  deleteFolds: ['no change', (w) => folds.deleteFolds(w)],
  savePlace: ['no change', (w) => meta.savePlace(w, 'here')],
  saveBudget: ['no change', (w) => meta.saveBudget(w, '{"items":1}')],
  saveTimeWritten: ['no change', (w) => meta.saveTimeWritten(w)],
  deleteSettledDeliveries: ['no change', (w) => retention.deleteSettledDeliveries(w, later, 10)],
};

it('every write of the store is in this contract, or in that of settings', async () => {
  const modules = Object.values(
    import.meta.glob<Record<string, unknown>>([
      '../../../../packages/server/src/store/*.ts',
      '../../../../packages/parts/*/src/rows/**/*.ts',
      '!**/*.test.ts',
    ]),
  );
  const found = (await Promise.all(modules.map((load) => load()))).flatMap(isOf('writing'));
  expect(found.length).toBeGreaterThan(100);
  expect(found.filter((name) => !(name in writes || name in settings))).toEqual([]);
});

describe.each(engines)('on %s', (_, openStore) => {
  let store: StoreUnderTest;
  beforeAll(async () => {
    store = await openStore();
  }, startMs);
  beforeEach(async () => {
    await store.empty();
    await store.transact(now, fill);
  });
  afterAll(() => store.close());

  describeWrites(() => store, now, writes);
});
