import * as figures from '@countersign/part-desk/rows/agent-figures';
import * as groups from '@countersign/part-desk/rows/answer-groups';
import * as claims from '@countersign/part-desk/rows/claims';
import * as comments from '@countersign/part-desk/rows/comments';
import * as controls from '@countersign/part-desk/rows/controls';
import * as decisions from '@countersign/part-desk/rows/decisions';
import * as states from '@countersign/part-desk/rows/declared-states';
import * as deliveries from '@countersign/part-desk/rows/deliveries';
import * as dismissed from '@countersign/part-desk/rows/dismissed-tools';
import * as drafts from '@countersign/part-desk/rows/drafts';
import * as interrupts from '@countersign/part-desk/rows/interrupts';
import * as outbox from '@countersign/part-desk/rows/outbox';
import * as policies from '@countersign/part-desk/rows/policy/policies';
import * as tables from '@countersign/part-desk/rows/policy/policy-tables';
import * as votes from '@countersign/part-desk/rows/policy/votes';
import * as due from '@countersign/part-desk/rows/questions/due-prompts';
import * as parties from '@countersign/part-desk/rows/questions/parties';
import * as pages from '@countersign/part-desk/rows/questions/prompt-pages';
import * as promptRows from '@countersign/part-desk/rows/questions/prompt-rows';
import * as prompts from '@countersign/part-desk/rows/questions/prompts';
import * as queue from '@countersign/part-desk/rows/questions/queue';
import * as conditions from '@countersign/part-desk/rows/questions/queue-conditions';
import * as runs from '@countersign/part-desk/rows/runs';
import * as notes from '@countersign/part-desk/rows/shift-notes';
import * as taskRows from '@countersign/part-desk/rows/task-rows';
import * as tasks from '@countersign/part-desk/rows/tasks';
import * as doorCalls from '@countersign/part-doors/rows/door-calls';
import * as questions from '@countersign/part-mcp/rows/program-questions';
import * as clients from '@countersign/part-mcp/rows/programs';
import type { Awaitable } from '@countersign/server/store/awaitable';
import * as backlog from '@countersign/server/store/backlog';
import * as events from '@countersign/server/store/events';
import * as folds from '@countersign/server/store/folds';
import * as meta from '@countersign/server/store/meta';
import type { Reading } from '@countersign/server/store/port';
import * as marks from '@countersign/server/store/task-marks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPostgres, startMs } from '../testing/postgres.ts';
import { isOf } from '../testing/store-contract.ts';
import { engines, type StoreUnderTest } from '../testing/store-engines.ts';
import {
  agent,
  ann,
  answered,
  control,
  declared,
  earlier,
  failed,
  fill,
  grouped,
  later,
  now,
  open,
  question,
  run,
  task,
} from '../testing/work-store.ts';

const me = { id: ann, name: 'Ann', role: 'operator', groups: ['a'] } as const;
const looking = { me: { ...me, groups: ['a'] }, now };
const scope = { agentId: agent, relayedFor: null, blocking: true, origin: null, classKey: 'class' };
const listed = { limit: 10, order: 'opened' } as const;
const everyFilter = {
  ...listed,
  ...{ blocking: true, agent, task, snoozed: true, seen: false },
  state: 'open' as const,
  severity: 'major' as const,
  ...{ classKey: 'class', claimedBy: ann, q: 'öl_1', defaulted: false, ids: [open, answered] },
} as const;
const shown = { limit: 10, snoozed: 'any' } as const;
const before = { at: later, id: 'zzz' };
const inQueue = (filter: object) => [
  ...conditions.stateConditions(shown),
  ...conditions.filterConditions({ ...shown, ...filter }, looking),
];
const filters = { q: 'GRÖSSE pay', agent, task, kind: 'blocking', severity: 'major', turn: 'mine' };

const byId = <Row extends { id: string }>(rows: readonly Row[]) =>
  rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** Reads with what they are asked; each finds something in the filled store, or is asked for what is not there too. */
const reads: Record<string, (reading: Reading) => Awaitable<unknown>> = {
  taskRow: (r) => taskRows.taskRow(r, task),
  taskRows: (r) =>
    taskRows.taskRows(r, { q: '100 %', agent, state: 'starting' }, { before, limit: 2 }),
  taskRowIf: (r) => taskRows.taskRowIf(r, { q: 'BÜCHER' }, task),
  taskPlaces: (r) => taskRows.taskPlaces(r, { started: later, id: '' }, 5),
  agentOfTask: (r) => tasks.agentOfTask(r, task),
  isTask: async (r) => [await tasks.isTask(r, task), await tasks.isTask(r, 'none')],
  lastRunIdOf: (r) => marks.lastRunIdOf(r, task),
  participantsOf: (r) => tasks.participantsOf(r, task),
  openRunsOf: (r) => runs.openRunsOf(r, task),
  lastInputOf: (r) => runs.lastInputOf(r, task),
  hasRunEnded: async (r) => [await runs.hasRunEnded(r, run), await runs.hasRunEnded(r, earlier)],
  readRun: (r) => runs.readRun(r, run),
  activeRunOf: (r) => runs.activeRunOf(r, task),
  lastRunOf: (r) => runs.lastRunOf(r, task),
  hasGoneOn: (r) => runs.hasGoneOn(r, { runId: earlier, threadId: task, sequence: 1 }),
  carriesOf: (r) => runs.carriesOf(r, run),
  lastContactedRun: (r) => runs.lastContactedRun(r, agent),
  idsOfRuns: async (r) => (await runs.idsOfRuns(r)).map(({ id }) => id).toSorted(),
  activeRuns: (r) => runs.activeRuns(r),
  idsOfMissedRuns: (r) => runs.idsOfMissedRuns(r),
  waitsForPeople: (r) => runs.waitsForPeople(r, run),
  readActiveRun: (r) => runs.readActiveRun(r, run),
  firstInputOf: (r) => runs.firstInputOf(r, task),
  isRunActive: (r) => runs.isRunActive(r, run),
  stateEvents: (r) => events.stateEvents(r, task, { after: 0, upTo: 9 }),
  receivedAt: (r) => events.receivedAt(r, task, 1),
  lastSequenceOf: (r) => events.lastSequenceOf(r, task),
  hasEventOf: (r) =>
    events.hasEventOf(r, { threadId: task, runId: run, agentId: agent, types: ['STATE_DELTA'] }),
  eventsOfRun: (r) =>
    events.eventsOfRun(r, { threadId: task, after: 0, runId: run, agentId: agent }),
  linksBetween: async (r) =>
    [...(await events.linksBetween(r, 0, 100))].toSorted(([a], [b]) => a - b),
  promptRow: (r) => promptRows.promptRow(r, open),
  plainPromptRow: (r) => promptRows.plainPromptRow(r, answered),
  promptRowOfMessage: (r) => promptRows.promptRowOfMessage(r, task, `message of ${open}`),
  promptRowsInScope: async (r) => [
    await promptRows.promptRowsInScope(r, scope, { state: 'open', limit: 5, offset: 0 }),
    await promptRows.promptRowsInScope(
      r,
      { ...scope, blocking: null },
      { state: 'answered-by-people', limit: 5, offset: 1 },
    ),
  ],
  settledRowsOf: (r) => promptRows.settledRowsOf(r, task, 5),
  promptPlaces: async (r) => [
    await pages.promptPlaces(r, listed, { before, limit: 3 }),
    await pages.promptPlaces(r, everyFilter, { before: null, limit: 3 }),
    await pages.promptPlaces(
      r,
      { limit: 9, order: 'closed', closedAfter: 1 },
      { before, limit: 3 },
    ),
  ],
  isPromptOf: (r) => pages.isPromptOf(r, everyFilter, { before, id: open }),
  promptPlacesInIndex: (r) => pages.promptPlacesInIndex(r, listed, { before, limit: 3 }),
  hasMoreOpen: (r) => prompts.hasMoreOpen(r, task, 0),
  openOfCaller: (r) => prompts.openOfCaller(r, task, agent),
  closedInterrupts: (r) => interrupts.closedInterrupts(r, task, 'group'),
  closedCalls: (r) => interrupts.closedCalls(r, task),
  interruptsOfRun: (r) => interrupts.interruptsOfRun(r, task, run),
  askedAt: (r) => interrupts.askedAt(r, open),
  closedEventQuestions: (r) => interrupts.closedEventQuestions(r, task, 'group'),
  resultsTakenBack: (r) => interrupts.resultsTakenBack(r, task),
  unansweredInterrupts: (r) => interrupts.unansweredInterrupts(r, task),
  isInterruptTaken: (r) => interrupts.isInterruptTaken(r, task, run),
  lastInterrupt: (r) => interrupts.lastInterrupt(r, task),
  openPromptsOfAgent: (r) => prompts.openPromptsOfAgent(r, agent),
  openPromptsOfRun: (r) => prompts.openPromptsOfRun(r, run),
  openPromptsOfTask: (r) => prompts.openPromptsOfTask(r, task),
  returnedInterrupts: (r) => interrupts.returnedInterrupts(r, task),
  openFollowups: (r) => prompts.openFollowups(r, task),
  newestCarries: (r) => runs.newestCarries(r, task, 5),
  threadOfLost: (r) => prompts.threadOfLost(r, open),
  snoozedPrompts: (r) => prompts.snoozedPrompts(r),
  earlierInterrupts: (r) =>
    interrupts.earlierInterrupts(r, { threadId: task, runId: earlier, sourceId: open }),
  escalatingPrompts: (r) => prompts.escalatingPrompts(r),
  openPromptsOfTool: (r) => prompts.openPromptsOfTool(r, agent, 'pay'),
  toolOfPrompt: (r) => prompts.toolOfPrompt(r, open),
  threadOfPrompt: (r) => prompts.threadOfPrompt(r, open),
  openOffersOfOthers: (r) => prompts.openOffersOfOthers(r, task, earlier),
  openPromptsOfCall: (r) => prompts.openPromptsOfCall(r, task, open),
  isCallAsked: (r) => prompts.isCallAsked(r, { threadId: task, messageId: 'm', callId: open }),
  stateOfPrompt: (r) => prompts.stateOfPrompt(r, open),
  queuePlaces: async (r) => [
    await queue.queuePlaces(r, queue.byUrgency, {
      conditions: inQueue(filters),
      after: null,
      limit: 5,
    }),
    await queue.queuePlaces(r, queue.byUrgency, {
      conditions: inQueue({
        due: true,
        origin: 'ag-ui/interrupt',
        snoozed: 'only',
        class: 'class',
      }),
      after: [0, 0, 0, 0, '', 0, 0, ''],
      limit: 5,
    }),
    await queue.queuePlaces(r, queue.byClosing, {
      conditions: conditions.stateConditions({ ...shown, show: 'unseen', closedAfter: 1 }),
      after: [later, 'zzz'],
      limit: 5,
    }),
  ],
  countQueue: (r) => queue.countQueue(r, shown, looking),
  queueGroups: (r) => queue.queueGroups(r, shown, looking),
  queueValues: (r) => queue.queueValues(r),
  decisionRow: (r) => decisions.decisionRow(r, 'answer-1'),
  failedDecisionRowOf: (r) => decisions.failedDecisionRowOf(r, failed),
  decisionRowOf: (r) => decisions.decisionRowOf(r, answered),
  placeOfDecision: (r) => decisions.placeOfDecision(r, 'answer-1'),
  notesSince: (r) => notes.notesSince(r, 1),
  shiftNote: (r) => notes.shiftNote(r, 'note'),
  heldAnswers: (r) => decisions.heldAnswers(r, ['answer-1', 'answer-2', 'answer-3']),
  unsentByRules: (r) => decisions.unsentByRules(r),
  threadOfDecision: (r) => decisions.threadOfDecision(r, 'answer-1'),
  questionOf: (r) => decisions.questionOf(r, 'answer-1'),
  answerRows: (r) => groups.answerRows(r, ['answer-1', 'answer-3']),
  answerRowsTogether: (r) => groups.answerRowsTogether(r, task, 'group'),
  openTogether: async (r) => [
    await groups.openTogether(
      r,
      { promptId: grouped, thread: task, together: null, isOffer: true },
      3,
    ),
    await groups.openTogether(
      r,
      { promptId: open, thread: task, together: 'g', isOffer: false },
      3,
    ),
  ],
  openGroups: (r) => groups.openGroups(r, task),
  unsentAnswers: (r) => groups.unsentAnswers(r, task, now),
  isGroupSettled: async (r) => [
    await groups.isGroupSettled(r, task, 'group'),
    await groups.isGroupSettled(r, task, 'no such group'),
  ],
  groupOf: (r) => groups.groupOf(r, open),
  unsentTogether: async (r) => byId(await groups.unsentTogether(r, task)),
  leadOf: (r) => groups.leadOf(r, 'answer-3'),
  queuedThreads: (r) => outbox.queuedThreads(r),
  queuedThread: (r) => outbox.queuedThread(r, 'words'),
  queuedThreadOf: (r) => outbox.queuedThreadOf(r, 'words'),
  unsentRow: (r) => outbox.unsentRow(r, 'answer-1'),
  recallablePrompts: (r) => outbox.recallablePrompts(r),
  readDelivery: (r) => outbox.readDelivery(r, 'leased'),
  bodyOfDelivery: (r) => outbox.bodyOfDelivery(r, 'words'),
  queuedWords: (r) => outbox.queuedWords(r, task),
  dueDeliveries: (r) => outbox.dueDeliveries(r, { now: later, full: ['other'], limit: 5 }),
  countQueuedWords: (r) => outbox.countQueuedWords(r, task),
  sendingStateOf: (r) => outbox.sendingStateOf(r, 'words'),
  unsentIds: async (r) => (await outbox.unsentIds(r)).map(({ id }) => id).toSorted(),
  queueOf: (r) => outbox.queueOf(r, task),
  unsentStateOf: (r) => outbox.unsentStateOf(r, 'words'),
  wordsRow: (r) => outbox.wordsRow(r, 'words'),
  unsentOfTask: (r) => outbox.unsentOfTask(r, task),
  idsBeingSent: async (r) =>
    (await outbox.idsBeingSent(r, later, 5)).map(({ id }) => id).toSorted(),
  hasQueue: (r) => outbox.hasQueue(r, task),
  nextDeliveryAt: (r) =>
    deliveries.nextDeliveryAt(r, { fullAgents: ['other'], skipped: ['answer-1'] }),
  commentRows: (r) => comments.commentRows(r, open),
  nextClaimEnd: (r) => claims.nextClaimEnd(r),
  claimsOf: (r) => claims.claimsOf(r, ann),
  claimedPrompts: (r) => claims.claimedPrompts(r),
  dueClaims: (r) => claims.dueClaims(r, now),
  readDraft: (r) => drafts.readDraft(r, open, ann),
  stateOfMessage: (r) => states.stateOfMessage(r, declared),
  stateOfLane: (r) => states.stateOfLane(r, declared),
  isDismissedInRun: (r) => dismissed.isDismissedInRun(r, run, 'pay'),
  dismissedTools: (r) => dismissed.dismissedTools(r, agent),
  activeControlRows: (r) => controls.activeControlRows(r, run),
  cutOffStops: (r) => controls.cutOffStops(r, run),
  newestControlRows: (r) => controls.newestControlRows(r, task),
  hasUnsettledStop: (r) => controls.hasUnsettledStop(r, task),
  lastStopper: (r) => controls.lastStopper(r, run),
  controlRow: (r) => controls.controlRow(r, control.id),
  hasUnreportedCounts: (r) => controls.hasUnreportedCounts(r),
  requestedControls: (r) => controls.requestedControls(r),
  unreportedControls: (r) => controls.unreportedControls(r),
  oldestUnobeyed: (r) => controls.oldestUnobeyed(r),
  unobeyedControls: (r) => controls.unobeyedControls(r, later),
  countingControls: (r) => controls.countingControls(r, run),
  hasRunEndedSince: (r) => controls.hasRunEndedSince(r, control.id),
  hasSettledStop: (r) => controls.hasSettledStop(r, run),
  policyOfVersion: (r) => policies.policyOfVersion(r, 1),
  newestPolicy: (r) => policies.newestPolicy(r),
  newestTable: (r) => tables.newestTable(r),
  policyTableRows: (r) => tables.policyTableRows(r, 10),
  policyHolds: (r) => tables.policyHolds(r, now),
  openPromptIds: (r) => tables.openPromptIds(r, 10),
  answeredSince: (r) => tables.answeredSince(r, 0, { limit: 10, offset: 0 }),
  starterOfTask: (r) => parties.starterOfTask(r, task),
  votesOf: (r) => votes.votesOf(r, open),
  isVote: (r) => votes.isVote(r, 'vote-1'),
  listPrograms: (r) => clients.listPrograms(r),
  readProgram: (r) => clients.readProgram(r, 'mcp'),
  clientOfToken: (r) => clients.clientOfToken(r, { tokenHash: 't', via: 'mcp', now }),
  secretOfProgram: (r) => clients.secretOfProgram(r, 'mcp'),
  threadsOfClient: (r) => clients.threadsOfClient(r, agent),
  isProgram: (r) => clients.isProgram(r, 'mcp'),
  countPrograms: (r) => clients.countPrograms(r),
  readDoorCall: (r) => doorCalls.readDoorCall(r, 'mcp', 'call'),
  doorCallOf: (r) => doorCalls.doorCallOf(r, question.id),
  waitingDoorCalls: (r) => doorCalls.waitingDoorCalls(r, 0),
  readQuestion: (r) => questions.readQuestion(r, question.id),
  questionOfKey: (r) => questions.questionOfKey(r, 'mcp', 'key'),
  openQuestions: (r) => questions.openQuestions(r, task),
  countOpen: (r) => questions.countOpen(r, 'mcp'),
  threadsWithQuestions: (r) => questions.threadsWithQuestions(r),
  givenWords: (r) => questions.givenWords(r, task, question.id),
  readFold: (r) => folds.readFold(r, task, 5),
  eventsToFold: (r) => folds.eventsToFold(r, task, { after: 0, upTo: 2, limit: 10 }),
  readBudget: (r) => meta.readBudget(r),
  readPlace: (r) => meta.readPlace(r),
  clockOfLastWrite: (r) => meta.clockOfLastWrite(r),
  figuresOf: async (r) => [await figures.figuresOf(r, agent), await figures.figuresOf(r, 'helper')],
  nextDueAt: (r) => due.nextDueAt(r),
  duePrompts: (r) => due.duePrompts(r, later),
  openPromptsByAge: (r) => backlog.openPromptsByAge(r, later),
  queueDepths: (r) => backlog.queueDepths(r),
};

const modules = {
  ...{
    taskRows,
    tasks,
    runs,
    events,
    promptRows,
    pages,
    prompts,
    queue,
    decisions,
    groups,
    outbox,
  },
  ...{ deliveries, comments, claims, drafts, states, dismissed, controls, policies, clients },
  ...{ tables, parties, votes },
  ...{ questions, doorCalls, marks, interrupts, folds, meta, figures, due, backlog },
};

it('every read of these modules is compared', () => {
  const found = Object.values(modules).flatMap(isOf('reading'));
  expect(found.filter((name) => !(name in reads))).toEqual([]);
  expect(found.length).toBeGreaterThan(100);
});

describe.runIf(hasPostgres)('on both engines', () => {
  let stores: StoreUnderTest[];
  beforeAll(async () => {
    stores = await Promise.all(engines.map(([, openStore]) => openStore()));
    for (const store of stores) await store.transact(now, fill);
  }, startMs);
  afterAll(() => Promise.all(stores.map((store) => store.close())));

  /** Without what the driver of SQLite adds to single rows. */
  const plain = (value: unknown) =>
    JSON.parse(
      JSON.stringify(value ?? null, (member, inner) =>
        member === '_metadata' ? undefined : inner,
      ),
    );

  it.each(Object.entries(reads))('%s returns the same', async (_name, read) => {
    const [embedded, postgres] = await Promise.all(stores.map(({ reading }) => read(reading)));
    expect(plain(postgres)).toEqual(plain(embedded));
  });
});
