// @vitest-environment jsdom
import type { Envelope } from '@countersign/hai/envelope';
import type { HaiEvent } from '@countersign/hai/event';
import { emptyThread, foldThread } from '@countersign/thread/fold';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { anyPrompt } from '../../testing/any-prompt.ts';
import { FlowPanel } from './flow-panel.tsx';

const start = Date.UTC(2026, 10, 22, 14, 0, 0);
const runId = 'run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11';
const reported = (...events: [afterMs: number, agentId: string, event: HaiEvent][]): Envelope[] =>
  events.map(([afterMs, agentId, event], index) => ({
    position: index + 1,
    threadId: 't',
    runId,
    sequence: index + 1,
    receivedAt: start + afterMs,
    agentId,
    event,
  }));

const asked = anyPrompt('call_Yk3Xr0T9vQm2LpB7sNaW4dHc1', {
  runId,
  agentId: 'demo',
  sequence: 4,
  openedAt: start + 4_000,
});

it('shows the working time of a task apart from the time waiting for a person', () => {
  const thread = foldThread(
    emptyThread('t'),
    reported(
      [0, 'demo', { type: 'RUN_STARTED', threadId: 't', runId }],
      [0, 'demo', { type: 'STEP_STARTED', stepName: 'Plan' }],
      [500, 'demo', { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'find' }],
      [600, 'demo', { type: 'TOOL_CALL_END', toolCallId: 'c' }],
      [3_900, 'demo', { type: 'TOOL_CALL_RESULT', toolCallId: 'c', messageId: 'm', content: 'x' }],
      [
        4_000,
        'countersign',
        { type: 'CUSTOM', name: 'countersign.prompt', value: { change: 'opened', prompt: asked } },
      ],
    ),
  );
  render(
    <FlowPanel
      nameOf={(agentId) => agentId}
      now={() => start + 124_000}
      onShow={() => {}}
      thread={thread}
    />,
  );
  expect(screen.getAllByText(/4\.0 s, waited 2:00/).length).toBeGreaterThan(0);
});
