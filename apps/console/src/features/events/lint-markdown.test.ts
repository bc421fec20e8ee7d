import { lintStream } from '@countersign/thread/lint';
import { describe, expect, it } from 'vitest';
import { envelopesOf } from '../../testing/any-tape.ts';
import { lintJson, lintMarkdown } from './lint-markdown.ts';

const report = lintStream([
  ...envelopesOf([
    { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
    { type: 'TOOL_CALL_RESULT', toolCallId: 'never | came', messageId: 'm', content: '' },
    { type: 'RUN_FINISHED', threadId: 't', runId: 'r' },
  ]),
]);

describe('the report for an author', () => {
  it('says what is wrong, what to do, and where', () => {
    const text = lintMarkdown(report, { taskId: 't', agentId: null });
    expect(text).toContain('## demo');
    expect(text).toContain('### tool-result-without-start (error, 1 time)');
    expect(text).toContain('**To fix:** A TOOL_CALL_RESULT needs');
    expect(text).toContain('Events: 2');
    expect(text).toMatch(/\n$/);
  });

  it('names one agent only when one is chosen', () => {
    const scope = { taskId: 't', agentId: 'another' };
    expect(lintMarkdown(report, scope)).not.toContain('demo');
    expect(JSON.parse(lintJson(report, scope))).toMatchObject({ agents: [], findings: [] });
    const own = JSON.parse(lintJson(report, { taskId: 't', agentId: 'demo' }));
    expect(own).toMatchObject({ taskId: 't', findings: [{ sequences: [2] }] });
  });
});
