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
import { keepView } from '@countersign/part-desk/rows/prompt-views';
import * as prompts from '@countersign/part-desk/rows/questions/prompts';
import { insertReceipt } from '@countersign/part-desk/rows/receipts';
import * as runs from '@countersign/part-desk/rows/runs';
import { insertNote } from '@countersign/part-desk/rows/shift-notes';
import * as tasks from '@countersign/part-desk/rows/tasks';
import * as doorCalls from '@countersign/part-doors/rows/door-calls';
import {
  keepFigures,
  keepOpening,
  type QuestionFigures,
} from '@countersign/part-insights/rows/question-figures';
import * as questions from '@countersign/part-mcp/rows/program-questions';
import * as clients from '@countersign/part-mcp/rows/programs';
import * as folds from '@countersign/server/store/folds';
import * as meta from '@countersign/server/store/meta';
import type { Writing } from '@countersign/server/store/port';

export const now = 1_763_800_000_000;
export const later = now + 60_000;
export const task = 'thread-5f0c1a';
export const agent = 'hiring';
export const [run, earlier] = ['run-3f2b6c1e', 'run-9d5a4c7b'];
export const ann = 'ann';
export const [open, answered, failed, grouped] = ['open', 'answered', 'failed', 'grouped'].map(
  (name) => `prompt-${name}`,
) as [string, string, string, string];
export const source = (id: string) =>
  JSON.stringify({ id, reason: null, toolName: 'pay', together: null, carrier: undefined });

export const asked = (
  id: string,
  more: Partial<Parameters<typeof prompts.insertPrompt>[1]> = {},
) => ({
  ...{ id, threadId: task, runId: run, sourceRun: null, messageId: `message of ${id}` },
  ...{ agentId: agent, relayedFor: null, blocking: 1, severity: 'major', revision: 1, sequence: 2 },
  ...{ ask: 'Größe 50 % von Öl_1?', message: '{"state":"needsHumanDecision"}', digest: 'd' },
  ...{ expiresAt: later, origin: 'ag-ui/interrupt', answeredBy: 'resume', originLabel: null },
  ...{ source: source(id), together: null, classKey: 'class', asker: null },
  ...more,
});
export const decided = (id: string, promptId: string, releaseAt: number | null = null) => ({
  ...{ id, promptId, byKind: 'operator' as const, byId: ann, byName: 'Ann', digest: 'd' },
  ...{ feedback: '{"type":"approve"}', rule: null, releaseAt, inBulk: false, place: 2 },
});
export const vote = (id: string, promptId: string) => ({
  ...{ id, promptId, byId: ann, byName: 'Ann', digest: 'd', value: 'v' },
  feedback: '{"type":"approve"}',
});
export const sent = (id: string, kind = 'decision') => ({
  id,
  kind,
  body: '{}',
  due: now,
  runId: run,
});
export const control = {
  ...{ id: 'control-1', threadId: task, runId: run, action: 'stop' as const },
  ...{ means: 'agent' as const, reason: null, operatorId: ann, place: 1 },
};
export const figuresOfOpen: QuestionFigures = {
  ...{ prompt: open, thread: task, agent, tool: '', severity: 'major', blocking: 1 },
  ...{ confidence: 900, asked: now, first_seen: null, ended: null, state: 'open' },
  ...{ by_kind: null, by_id: null, by_name: null, answer: null, in_bulk: 0 },
  ...{ visible_ms: null, edits: null },
};
export const doorCall = {
  ...{
    program: 'mcp',
    key: 'call',
    id: 'question-1',
    round: 1,
    digest: 'd',
    is_read: 0,
    call: '{}',
  },
  until: later,
};
export const question = {
  ...{ id: 'question-1', client: 'mcp', key: 'key', bodyHash: 'b', threadId: task },
  ...{ promptId: open, kind: 'ask' as const, wrapped: 0, request: null },
};
export const newRun = (id: string) => ({
  ...{ id, threadId: task, agentId: agent, input: '{}', carries: 'answer-1', place: 1 },
});
export const declared = { threadId: task, speaker: agent, messageId: 'm', lane: 'l', runId: run };
export const words = { id: 'words-1', threadId: task, sender: 'Ann', content: 'Go on', said: now };
export const draft = { promptId: open, operatorId: ann, body: '{}' };
export const claim = { promptId: open, operator: ann, until: later, grantedAt: now, body: '{}' };
export const comment = {
  id: 'comment-1',
  promptId: open,
  byId: ann,
  byName: 'Ann',
  feedback: '{}',
};
export const tool = { agentId: agent, tool: 'pay', operatorId: ann, name: 'Ann' };

export const fold = (sequence: number) => ({
  ...{ threadId: task, sequence, events: 200, kept: 3 },
  data: new Uint8Array([31, 0, 255]),
});

/** What agents and people do, a row or more in each table that the writes below change. */
export async function fill(writing: Writing): Promise<void> {
  await tasks.insertTask(writing, {
    ...{ id: task, title: 'Bücher 100 %', agent, run },
    agents: JSON.stringify([agent, `${agent}:helper`]),
  });
  for (const [position, type] of [
    [1, 'RUN_STARTED'],
    [2, 'STATE_DELTA'],
  ] as const) {
    await writing.run(
      'INSERT INTO events(position, thread, sequence, run, agent, received, notable, data) VALUES(?,?,?,?,?,?,?,?)',
      ...[position, task, position, run, agent, now, 1, JSON.stringify({ type, delta: 'é' })],
    );
  }
  await agents.putAgent(
    writing,
    { id: agent, name: 'Hiring', descriptor: '{}', headers: null },
    'api',
  );
  await agents.writeContact(writing, { agentId: agent, ok: 1, detail: null, statement: null });
  await runs.insertRunRow(writing, newRun(earlier));
  await runs.markContacted(writing, 1, earlier);
  await runs.endRunRow(writing, { status: 'finished', place: 1, id: earlier });
  await runs.insertRunRow(writing, newRun(run));
  await prompts.insertPrompt(writing, asked(open));
  await prompts.keepSnooze(writing, { snooze: '{"until":1}', wakeAt: later, id: open });
  await prompts.keepEscalation(writing, { escalation: '{"group":"a"}', nextAt: later, id: open });
  for (const id of [answered, failed, grouped]) {
    await prompts.insertPrompt(writing, asked(id, { together: id === grouped ? 'group' : null }));
    await prompts.closeAnswered(writing, id, 'd');
  }
  await decisions.insertDecision(writing, decided('answer-1', answered, later));
  await decisions.insertDecision(writing, decided('answer-2', failed));
  await decisions.markDecisionDelivered(writing, 'answer-2');
  await decisions.insertDecision(writing, decided('answer-3', grouped));
  await decisions.countAttempt(writing, 'answer-1');
  for (const id of ['answer-1', 'answer-3']) await outbox.insertDelivery(writing, sent(id));
  for (const id of ['words', 'leased']) await outbox.insertDelivery(writing, sent(id, 'words'));
  for (const id of ['answer-3', 'words']) await outbox.enqueueRow(writing, id);
  await outbox.leaseDelivery(writing, later, 'leased');
  await comments.insertComment(writing, { ...comment, id: 'comment-0' });
  await claims.writeClaim(writing, claim);
  await drafts.writeDraft(writing, draft);
  await states.writeMessageState(writing, { ...declared, state: 'submitted' });
  await states.writeLaneState(writing, { ...declared, state: 'submitted' });
  await dismissed.insertDismissedTool(writing, tool);
  await controls.insertControl(writing, control);
  await controls.addEventsSince(writing, 3, control.id);
  await policies.insertPolicy(writing, { version: 1, classes: '{}', at: now, operator: ann });
  await tables.insertTable(writing, { version: 1, body: '[]', operator: ann });
  for (const id of ['hold-1', 'hold-2'])
    await tables.insertHold(writing, { id, kind: 'bypass', body: '{}', until: later });
  await tables.endHolds(writing, { kind: 'bypass', id: 'hold-2' });
  await votes.insertVote(writing, vote('vote-1', open));
  await clients.insertProgramAgent(writing, {
    id: 'mcp',
    name: 'Client',
    descriptor: '{}',
    via: 'mcp',
  });
  await clients.insertProgram(writing, {
    tokenEndsAt: null,
    id: 'mcp',
    tokenHash: 't',
    secret: 'old',
    by: 'Ann',
  });
  await questions.insertQuestion(writing, question);
  await doorCalls.keepDoorCallRow(writing, doorCall);
  const seen = { since: now, last: later, visible_ms: 1_000 };
  await keepView(writing, { promptId: open, operatorId: 'bo', revision: 1 }, seen);
  await insertReceipt(writing, 'receipt-1', '{}');
  await insertNote(writing, { id: 'note-1', at: now, by: ann, name: 'Ann', text: 'Quiet.' });
  await keepFigures(writing, figuresOfOpen);
  await keepOpening(writing, { promptId: open, operatorId: 'bo', openedAt: now, closedAt: later });
  await questions.insertWords(writing, words);
  await outbox.insertDelivery(writing, sent('settled', 'notice'));
  await outbox.markDone(writing, 'settled');
  await folds.insertFold(writing, fold(1));
  await meta.saveBudget(writing, '{}');
}
