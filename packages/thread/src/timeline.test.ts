import type { Envelope } from '@countersign/hai/envelope';
import type { HaiEvent } from '@countersign/hai/event';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyThread, foldThread } from './fold.ts';
import { type Lane, type Span, timelineOf, timeSpent } from './timeline.ts';

const at = (receivedAt: number, event: HaiEvent, sequence: number): Envelope => ({
  position: sequence,
  threadId: 't',
  runId: 'r',
  sequence,
  receivedAt,
  agentId: 'demo',
  event,
});
const fold = (...events: [number, HaiEvent][]) =>
  foldThread(
    emptyThread('t'),
    events.map(([time, event], index) => at(time, event, index + 1)),
  );

describe('the timeline', () => {
  it('puts steps, calls and output into the lane of their sender', () => {
    const timeline = timelineOf(
      fold(
        [100, { type: 'RUN_STARTED', threadId: 't', runId: 'r' }],
        [110, { type: 'STEP_STARTED', stepName: 'Search' }],
        [120, { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'find' }],
        [125, { type: 'TOOL_CALL_END', toolCallId: 'c' }],
        [150, { type: 'TOOL_CALL_RESULT', toolCallId: 'c', messageId: 'm', content: 'x' }],
        [160, { type: 'STEP_FINISHED', stepName: 'Search' }],
        [170, { type: 'BUSINESS_DATA_START', messageId: 'b', role: 'assistant' }],
        [190, { type: 'BUSINESS_DATA_END', messageId: 'b' }],
        [200, { type: 'RUN_FINISHED', threadId: 't', runId: 'r' }],
      ),
    );
    const [lane] = timeline.lanes;
    expect(lane?.agentId).toBe('demo');
    expect(lane?.spans.map(({ kind, start, end }) => [kind, start, end])).toEqual([
      ['step', 110, 160],
      ['tool', 120, 150],
      ['output', 170, 190],
    ]);
    expect([timeline.start, timeline.end]).toEqual([100, 200]);
    expect(timeSpent(timeline, 999)).toEqual({
      people: 0,
      tools: 30,
      model: 20,
      followups: 0,
      agents: 50,
      total: 100,
    });
  });

  it('counts the wait for a person from question to answer, and continues while it is open', () => {
    const ask: HaiEvent = {
      type: 'CUSTOM',
      name: 'upformat.message',
      value: {
        messageId: 'a',
        threadId: 't',
        timestamp: '2026-11-21T05:00:00Z',
        state: 'needsHumanDecision',
        ask: 'Go?',
      },
    };
    const timeline = timelineOf(
      fold([100, { type: 'RUN_STARTED', threadId: 't', runId: 'r' }], [140, ask]),
    );
    const [span] = timeline.lanes[0]?.spans ?? [];
    expect(span).toMatchObject({ kind: 'person', label: 'Go?', start: 140, end: null });
    expect(timeSpent(timeline, 1_140)).toMatchObject({ people: 1_000, agents: 40, total: 1_040 });
  });

  it('ends a wait where the question was withdrawn without an answer', () => {
    const asked = (state: string): HaiEvent => ({
      type: 'CUSTOM',
      name: 'upformat.message',
      value: {
        messageId: 'a',
        threadId: 't',
        timestamp: '2026-11-21T05:00:00Z',
        state,
        ask: 'Go?',
      },
    });
    const timeline = timelineOf(
      fold([100, asked('needsHumanDecision')], [400, asked('cancelled')]),
    );
    const [span] = timeline.lanes[0]?.spans ?? [];
    expect(span).toMatchObject({ kind: 'person', start: 100, end: 400, status: 'done' });
  });

  it('distinguishes non-blocking from blocking questions', () => {
    const asked = (state: string): HaiEvent => ({
      type: 'CUSTOM',
      name: 'upformat.message',
      value: {
        messageId: 'a',
        threadId: 't',
        timestamp: '2026-11-21T05:00:00Z',
        state,
        ask: 'Shall I?',
      },
    });
    const timeline = timelineOf(fold([100, asked('followup')], [400, asked('cancelled')]));
    expect(timeline.lanes[0]?.spans).toMatchObject([{ kind: 'followup', start: 100, end: 400 }]);
    expect(timeSpent(timeline, 400)).toMatchObject({ people: 0, followups: 300, agents: 0 });
  });

  it('lasts as long as the run, also without visible activity', () => {
    const began: [number, HaiEvent] = [100, { type: 'RUN_STARTED', threadId: 't', runId: 'r' }];
    const ended: [number, HaiEvent] = [300, { type: 'RUN_FINISHED', threadId: 't', runId: 'r' }];
    const running = timelineOf(fold(began));
    expect(running.going).toBe(true);
    expect(timeSpent(running, 900)).toMatchObject({ agents: 800, total: 800 });
    const over = timelineOf(fold(began, ended));
    expect(over.going).toBe(false);
    expect(timeSpent(over, 900)).toMatchObject({ agents: 200, total: 200 });
  });

  it('counts each moment once if activities overlap', () => {
    const kinds: readonly Span['kind'][] = [
      'step',
      'tool',
      'output',
      'handover',
      'person',
      'followup',
    ];
    const span = fc.record({
      kind: fc.constantFrom(...kinds),
      start: fc.integer({ min: 0, max: 500 }),
      length: fc.option(fc.integer({ min: 0, max: 300 })),
    });
    fc.assert(
      fc.property(fc.array(fc.array(span, { maxLength: 8 }), { maxLength: 4 }), (lists) => {
        const lanes: Lane[] = lists.map((list, lane) => ({
          agentId: String(lane),
          spans: list.map(({ kind, start, length }, index) => ({
            id: `${lane}-${index}`,
            kind,
            label: '',
            start,
            end: length === null ? null : start + length,
            status: 'done',
            sequence: index,
            itemKey: null,
            promptId: null,
          })),
        }));
        const spent = timeSpent({ lanes, start: 0, end: 800, going: true }, 900);
        const { people, tools, model, followups, agents, total } = spent;
        expect(people + tools + model + followups + agents).toBe(total);
      }),
    );
  });
});
