import type { Envelope } from '@countersign/hai/envelope';
import type { HaiEvent } from '@countersign/hai/event';
import type { UpMessage } from '@countersign/upformat/message';
import { promptIdOf } from '@countersign/upformat/prompt-id';
import { describe, expect, it } from 'vitest';
import { emptyThread, foldThread } from './fold.ts';

const envelope = (sequence: number, event: HaiEvent, agentId = 'recommender'): Envelope => ({
  position: sequence,
  threadId: 't1',
  runId: 'r1',
  sequence,
  receivedAt: sequence * 10,
  agentId,
  event,
});
const upformat = (message: Partial<UpMessage>): HaiEvent => ({
  type: 'CUSTOM',
  name: 'upformat.message',
  value: {
    messageId: 'ask-1',
    threadId: 't1',
    timestamp: '2026-11-21T05:00:00Z',
    state: 'needsHumanDecision',
    ask: 'Where?',
    ...message,
  },
});
const id = promptIdOf('t1', 'ask-1');
const prompt = {
  id,
  taskId: 't1',
  taskTitle: 'Hire',
  runId: 'r1',
  agentId: 'recommender',
  agentName: 'Recommender',
  origin: 'upformat',
  source: { id: 'ask-1', reason: null, toolName: null, together: null },
  classKey: 'c',
  blocking: true,
  state: 'open',
  severity: 'info',
  revision: 1,
  sequence: 1,
  ask: 'Where is it?',
  message: {
    messageId: 'ask-1',
    threadId: 't1',
    timestamp: '2026-11-21T05:00:00Z',
    state: 'needsHumanDecision',
  },
  digest: 'd',
  openedAt: 10,
  revisedAt: null,
  expiresAt: null,
  extension: null,
  claim: null,
  snooze: null,
  escalation: null,
  seen: null,
  closedAt: null,
  closedReason: null,
  decision: null,
};
const decision = {
  id: 'dec-1',
  promptId: id,
  by: { kind: 'operator', id: 'ada', name: 'Ada' },
  feedback: { type: 'approve' },
  digest: 'd',
  state: 'recorded',
  recordedAt: 30,
  deliveredAt: null,
  acknowledgedAt: null,
  attempts: 0,
  failure: null,
};
const server = 'countersign';
const fact = (name: string, value: unknown): HaiEvent => ({
  type: 'CUSTOM',
  name: `countersign.${name}`,
  value,
});

describe('prompts', () => {
  it('are known from messages without facts', () => {
    const thread = foldThread(emptyThread('t1'), [envelope(1, upformat({}))]);
    expect(thread.prompts[id]).toMatchObject({ state: 'open', blocking: true, ask: 'Where?' });
    expect(thread.items).toMatchObject([{ kind: 'up-message', promptId: id }]);
    expect(thread.upStates).toEqual({ recommender: 'needsHumanDecision' });
  });

  it('are withdrawn by a later state of the message, not by the end of the run', () => {
    const asked = foldThread(emptyThread('t1'), [envelope(1, upformat({}))]);
    const cancelled = foldThread(asked, [envelope(2, upformat({ state: 'cancelled' }))]);
    expect(cancelled.prompts[id]?.state).toBe('withdrawn');
    const finished = foldThread(asked, [envelope(2, { type: 'RUN_FINISHED' })]);
    expect(finished.prompts[id]?.state).toBe('open');
  });

  it('stay in place when the agent revises them', () => {
    const thread = foldThread(emptyThread('t1'), [
      envelope(1, upformat({})),
      envelope(2, upformat({ ask: 'Which city?', revision: 2 })),
    ]);
    expect(thread.items).toHaveLength(1);
    expect(thread.prompts[id]).toMatchObject({ ask: 'Which city?', sequence: 1 });
  });

  it('have the agent’s labels for answers, from a message or from the server', () => {
    const upPrompt = {
      answers: {
        approve: { label: ' Go on without it ', effect: 'The rest is booked.' },
        reject: { label: 'Stop here'.padEnd(60, '!') },
        edit: { effect: 'Booked as edited.' },
      },
    };
    const labels = { approve: 'Go on without it', reject: 'Stop here'.padEnd(40, '!') };
    const reported = foldThread(emptyThread('t1'), [envelope(1, upformat({ upPrompt }))]);
    expect(reported.prompts[id]?.labels).toEqual(labels);
    const labelled = { ...prompt, message: { ...prompt.message, upPrompt } };
    const known = foldThread(emptyThread('t1'), [
      envelope(1, fact('prompt', { change: 'opened', prompt: labelled }), server),
    ]);
    expect(known.prompts[id]?.labels).toEqual(labels);
    const plain = foldThread(emptyThread('t1'), [envelope(1, upformat({}))]);
    expect(plain.prompts[id]).not.toHaveProperty('labels');
  });

  it('keep an answer whose edited places cannot be read', () => {
    const place = { op: 'added', entry: { list: 'Rows', index: null }, fields: [] };
    const value = { change: 'answered', prompt: { ...prompt, state: 'answered', decision } };
    const answered = (places: unknown) =>
      foldThread(emptyThread('t1'), [
        envelope(1, upformat({})),
        envelope(2, fact('prompt', { ...value, edited: { places: [places], more: 0 } }), server),
      ]);
    const unread = answered(place);
    expect(unread.prompts[id]).toMatchObject({ state: 'answered', decision: { id: 'dec-1' } });
    expect(unread.prompts[id]).not.toHaveProperty('edited');
    const read = answered({ ...place, entry: { list: 'Rows', index: 2 } });
    expect(read.prompts[id]?.edited?.places).toHaveLength(1);
  });

  it('show the server’s state of an answer, and mark an answer that was not given here', () => {
    const asked = foldThread(emptyThread('t1'), [envelope(1, upformat({}))]);
    const older = { ...decision, waitsForRun: 'run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11' };
    const held = foldThread(asked, [
      envelope(2, fact('decision', { change: 'queued', decision: older }), server),
    ]);
    expect(held.prompts[id]?.decision).toEqual({ ...older, releaseAt: null, waitsFor: [] });
    const passed = foldThread(asked, [
      envelope(
        2,
        upformat({
          messageId: 'answer-1',
          state: 'submitted',
          parentMessageId: 'ask-1',
          agentId: 'operator:ada',
          upFeedback: { type: 'approve' },
        }),
      ),
    ]);
    expect(passed.prompts[id]).toMatchObject({
      state: 'answered',
      decision: { promptId: id, digest: '', feedback: { type: 'approve' }, state: 'acknowledged' },
    });
  });

  it('of a batch are written only into the next thread, for any ids', () => {
    const asked = foldThread(emptyThread('t1'), [envelope(1, upformat({}))]);
    const named = (name: string) =>
      fact('prompt', {
        change: 'opened',
        prompt: { ...prompt, id: name, message: { ...prompt.message, messageId: name } },
      });
    const next = foldThread(asked, [
      envelope(2, named('one'), 'countersign'),
      envelope(3, named('__proto__'), 'countersign'),
    ]);
    expect(Object.keys(asked.prompts)).toEqual([id]);
    expect(Object.keys(next.prompts)).toEqual([id, 'one', '__proto__']);
  });

  it('are filled and answered by the facts of the server, and only by them', () => {
    const thread = foldThread(emptyThread('t1'), [
      envelope(1, upformat({})),
      envelope(2, fact('prompt', { change: 'opened', prompt }), 'countersign'),
      envelope(3, fact('decision', { change: 'recorded', decision }), 'countersign'),
      envelope(4, { type: 'RUN_FINISHED' }),
      envelope(5, fact('prompt', { change: 'expired', prompt: { ...prompt, state: 'expired' } })),
    ]);
    expect(thread.prompts[id]).toMatchObject({
      state: 'answered',
      ask: 'Where is it?',
      decision: { id: 'dec-1', by: { name: 'Ada' }, state: 'recorded' },
    });
    expect(thread.items.at(-1)).toMatchObject({ kind: 'custom', name: 'countersign.prompt' });
  });

  it('keep what an edit changed, also after later facts of the answer', () => {
    const edited = { places: [{ op: 'changed', fields: ['Price'], was: 20, value: 500 }], more: 0 };
    const reported = { ...prompt, state: 'answered', decision };
    const delivered = { ...decision, state: 'delivered' };
    const answered = foldThread(emptyThread('t1'), [
      envelope(1, fact('prompt', { change: 'answered', prompt: reported, edited }), server),
      envelope(2, fact('decision', { change: 'delivered', decision: delivered }), server),
    ]);
    expect(answered.prompts[id]).toMatchObject({ edited, decision: { state: 'delivered' } });
    const reopened = foldThread(answered, [
      envelope(3, fact('prompt', { change: 'reopened', prompt }), server),
    ]);
    expect(reopened.prompts[id]).not.toHaveProperty('edited');
  });

  it('of an older journal keep the id they have there, in every fact, answer and link', () => {
    const old = 't1~ask-1';
    const asked = foldThread(emptyThread('t1'), [
      envelope(1, upformat({})),
      envelope(2, fact('prompt', { change: 'opened', prompt: { ...prompt, id: old } }), server),
    ]);
    expect(Object.keys(asked.prompts)).toEqual([old]);
    expect(asked.items).toMatchObject([{ kind: 'up-message', promptId: old }]);
    // After a snapshot too, a revision and a forwarded answer find it.
    const thread = foldThread(JSON.parse(JSON.stringify(asked)), [
      envelope(3, upformat({ ask: 'Which city?' })),
      envelope(
        4,
        fact('decision', { change: 'recorded', decision: { ...decision, promptId: old } }),
        server,
      ),
    ]);
    expect(thread.items).toMatchObject([{ promptId: old }]);
    expect(thread.items).toHaveLength(1);
    expect(thread.prompts).toMatchObject({ [old]: { state: 'answered' } });
    expect(Object.keys(thread.prompts)).toEqual([old]);
  });

  it('are open again when their answer is recalled, and move with their time', () => {
    const answered = [
      envelope(1, fact('prompt', { change: 'opened', prompt }), 'countersign'),
      envelope(
        2,
        fact('prompt', { change: 'answered', prompt: { ...prompt, state: 'answered', decision } }),
        'countersign',
      ),
      envelope(3, fact('decision', { change: 'recorded', decision }), 'countersign'),
    ];
    expect(foldThread(emptyThread('t1'), answered).prompts[id]?.state).toBe('answered');
    const recalled = { ...decision, state: 'recalled' };
    const thread = foldThread(emptyThread('t1'), [
      ...answered,
      envelope(4, fact('decision', { change: 'recalled', decision: recalled }), 'countersign'),
      envelope(5, fact('prompt', { change: 'reopened', prompt }), 'countersign'),
      envelope(6, fact('claim', { change: 'claimed', promptId: id, claim: null }), 'countersign'),
      ...['snoozed', 'woken', 'escalated', 'rescheduled'].map((change, index) =>
        envelope(7 + index, fact('prompt', { change, prompt }), 'countersign'),
      ),
      envelope(
        11,
        fact('prompt', { change: 'extended', prompt: { ...prompt, expiresAt: 99 } }),
        'countersign',
      ),
    ]);
    expect(thread.prompts[id]).toMatchObject({ state: 'open', decision: null, expiresAt: 99 });
    expect(thread.items).toEqual([]);
  });

  it('never come from a message that cannot be read', () => {
    const derived = foldThread(emptyThread('t1'), [
      envelope(1, { type: 'CUSTOM', name: 'upformat.message', value: { state: 'nonsense' } }),
    ]);
    expect(derived.prompts).toEqual({});
    expect(derived.items).toMatchObject([{ kind: 'anomaly', anomaly: 'message-quarantined' }]);
    const reported = foldThread(derived, [
      envelope(
        2,
        fact('anomaly', { kind: 'message-quarantined', agentId: 'recommender', detail: 'bad' }),
        'countersign',
      ),
    ]);
    expect(reported).toMatchObject({ anomalyCount: 1, items: [{ detail: 'bad' }] });
  });
});

describe('a question that did not come in UpFormat', () => {
  const fact = (sequence: number, change: string, more: object = {}) =>
    envelope(
      sequence,
      {
        type: 'CUSTOM',
        name: 'countersign.prompt',
        value: {
          change,
          prompt: {
            ...prompt,
            id: 't1~tool',
            // In the form of an earlier version.
            origin: 'tool-call',
            source: { id: 'c1', reason: null, toolName: 'ask', together: 'r1' },
            ...more,
          },
        },
      },
      'countersign',
    );

  it('is in the feed where it was asked, once, with its sender', () => {
    const text: HaiEvent = { type: 'STEP_STARTED', stepName: 's' };
    const thread = foldThread(emptyThread('t1'), [
      envelope(1, { type: 'RUN_STARTED' }),
      fact(2, 'opened'),
      envelope(3, text),
      fact(4, 'revised', { ask: 'Where now?' }),
    ]);
    expect(thread.items.map(({ kind }) => kind)).toEqual(['run', 'prompt', 'step']);
    expect(thread.items[1]).toMatchObject({
      key: 'prompt:t1~tool',
      promptId: 't1~tool',
      agentId: 'recommender',
      sequence: 2,
      lastSequence: 4,
    });
    expect(thread.prompts['t1~tool']).toMatchObject({
      ask: 'Where now?',
      origin: { protocol: 'ag-ui', kind: 'tool-call', answeredBy: 'result' },
      sourceId: 'c1',
    });
  });

  it.each([
    ['approve', 'recorded', 'given'],
    ['reject', 'acknowledged', 'rejected'],
    ['approve', 'refused', undefined],
  ])('marks the call that it is about: %s, %s', (type, state, answered) => {
    const call = { toolCallId: 'c1', toolCallName: 'ask' };
    const by = { kind: 'operator', id: 'ada', name: 'Ada' };
    const decision = {
      ...{ id: 'd1', promptId: 't1~tool', by, feedback: { type }, digest: '', state },
      ...{ recordedAt: 1, releaseAt: null, waitsFor: [], deliveredAt: null },
      ...{ acknowledgedAt: null, attempts: 0, failure: null },
    };
    const thread = foldThread(emptyThread('t1'), [
      envelope(1, { type: 'RUN_STARTED' }),
      envelope(2, { type: 'TOOL_CALL_START', ...call }),
      envelope(3, { type: 'TOOL_CALL_END', toolCallId: 'c1' }),
      fact(4, 'opened'),
      fact(5, 'answered', { state: 'answered', decision }),
      envelope(6, { type: 'RUN_FINISHED' }),
    ]);
    const item = thread.items.find(({ kind }) => kind === 'tool-call');
    expect(item).toMatchObject({ status: 'called', toolCallId: 'c1' });
    expect(item?.kind === 'tool-call' && item.answered).toBe(answered);
  });

  it('is found again after a snapshot', () => {
    const before = foldThread(emptyThread('t1'), [fact(1, 'opened')]);
    const restored = JSON.parse(JSON.stringify(before));
    const after = foldThread(restored, [fact(2, 'withdrawn', { state: 'withdrawn' })]);
    expect(after.items).toHaveLength(1);
    expect(after.prompts['t1~tool']?.state).toBe('withdrawn');
  });
});
