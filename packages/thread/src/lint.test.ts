import type { Envelope } from '@countersign/hai/envelope';
import type { HaiEvent } from '@countersign/hai/event';
import { describe, expect, it } from 'vitest';
import { lintStream } from './lint.ts';

const lint = (...events: (HaiEvent | [HaiEvent, string])[]) =>
  lintStream(
    events.map((each, index): Envelope => {
      const [event, agentId] = Array.isArray(each) ? each : [each, 'demo'];
      return {
        position: index + 1,
        threadId: 't',
        runId: 'r',
        sequence: index + 1,
        receivedAt: index,
        agentId,
        event,
      };
    }),
  );
const start: HaiEvent = { type: 'RUN_STARTED', threadId: 't', runId: 'r' };
const finish: HaiEvent = { type: 'RUN_FINISHED', threadId: 't', runId: 'r' };
const rulesOf = (report: ReturnType<typeof lint>) => report.findings.map(({ rule }) => rule);

describe('the linter', () => {
  it('reports nothing for a correct stream', () => {
    const report = lint(
      start,
      { type: 'STATE_SNAPSHOT', snapshot: { a: 1 } },
      { type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/a', value: 2 }] },
      finish,
    );
    expect(report).toEqual({
      events: 4,
      agents: [{ agentId: 'demo', events: 4, findings: 0 }],
      findings: [],
    });
  });

  it.each<[string, HaiEvent[]]>([
    [
      'patch-failed',
      [
        start,
        { type: 'STATE_SNAPSHOT', snapshot: {} },
        { type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/a/b', value: 1 }] },
        finish,
      ],
    ],
    [
      'content-without-start',
      [start, { type: 'BUSINESS_DATA_CONTENT', messageId: 'm', delta: 'x' }, finish],
    ],
    ['tool-result-without-start', [start, { type: 'TOOL_CALL_RESULT', toolCallId: 'c' }, finish]],
    ['run-not-ended', [start]],
    ['after-run-end', [start, finish, { type: 'STEP_STARTED', stepName: 's' }]],
  ])('finds %s', (rule, events) => {
    const report = lint(...events);
    expect(rulesOf(report)).toContain(rule);
    const finding = report.findings.find((each) => each.rule === rule);
    expect(finding?.advice).not.toBe('');
    expect(finding?.sequences.length).toBeGreaterThan(0);
  });

  it('counts repetitions, lists errors first, and separates agents', () => {
    const failing: HaiEvent = {
      type: 'STATE_DELTA',
      delta: [{ op: 'replace', path: '/x/y', value: 1 }],
      metadata: { agentId: 'child', runId: 'c' },
    };
    const report = lint(start, ...Array.from({ length: 12 }, () => failing), finish);
    const [first] = report.findings;
    expect(first).toMatchObject({
      rule: 'patch-failed',
      agentId: 'relayed:demo:child',
      count: 12,
    });
    expect(first?.sequences).toHaveLength(10);
    expect(report.agents.map(({ agentId }) => agentId)).toEqual(['demo', 'relayed:demo:child']);
  });

  it('takes over what only the server could see', () => {
    const fact: HaiEvent = {
      type: 'CUSTOM',
      name: 'countersign.anomaly',
      value: { kind: 'frame-rejected', agentId: 'demo', detail: 'no type' },
    };
    expect(lint(start, [fact, 'countersign'], finish).findings).toMatchObject([
      { rule: 'frame-rejected', agentId: 'demo', severity: 'error', detail: 'no type' },
    ]);
  });

  it('reports that every event has the same time', () => {
    const step = (stepName: string): HaiEvent[] => [
      { type: 'STEP_STARTED', stepName, timestamp: 5 },
      { type: 'STEP_FINISHED', stepName, timestamp: 5 },
    ];
    const report = lint(start, ...['a', 'b', 'c', 'd', 'e'].flatMap(step), finish);
    expect(rulesOf(report)).toEqual(['same-timestamp']);
  });
});
