// @vitest-environment jsdom

import type { Envelope } from '@countersign/hai/envelope';
import type { HaiEvent } from '@countersign/hai/event';
import { emptyThread, foldThread } from '@countersign/thread/fold';
import type { Thread } from '@countersign/thread/thread';
import { promptIdOf } from '@countersign/upformat/prompt-id';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Profiler, type ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Stream } from './stream.tsx';
import { StreamContext, type StreamEnvironment } from './stream-context.tsx';
import { allPartsTask } from './testing/all-parts-task.ts';

const say = vi.fn();
const world: StreamEnvironment = {
  agentName: (id) => ({ rec: 'Freelancer Recommender' })[id] ?? id,
  operatorName: (id) => (id === 'sara' ? 'Sara Okafor' : id),
  me: 'sara',
  now: () => 60_000,
  say,
  promptLink: (id, children, className) => (
    <a className={className} href={`/inbox/${id}`}>
      {children}
    </a>
  ),
};

function fold(
  events: readonly HaiEvent[],
  from: Thread = emptyThread('t'),
  agentId = 'rec',
): Thread {
  const envelopes = events.map(
    (event, index): Envelope => ({
      position: from.sequence + index + 1,
      threadId: 't',
      runId: 'r',
      sequence: from.sequence + index + 1,
      receivedAt: 1_000 * (from.sequence + index),
      agentId,
      event,
    }),
  );
  return foldThread(from, envelopes);
}
const page = (thread: Thread): ReactNode => (
  <StreamContext value={world}>
    <Stream thread={thread} />
  </StreamContext>
);
const text = (messageId: string, delta: string): HaiEvent[] => [
  { type: 'BUSINESS_DATA_START', messageId, role: 'assistant' },
  { type: 'BUSINESS_DATA_CONTENT', messageId, delta },
  { type: 'BUSINESS_DATA_END', messageId },
];

beforeEach(() => {
  localStorage.clear();
  say.mockReset();
});

describe('the stream', () => {
  it('does not mark a call without a result as done', () => {
    const call: HaiEvent[] = [
      { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
      {
        type: 'TOOL_CALL_START',
        toolCallId: 'call_Yk3bX0c7Qe1vT5mZr8uWpLh2',
        toolCallName: 'open',
      },
      { type: 'TOOL_CALL_END', toolCallId: 'call_Yk3bX0c7Qe1vT5mZr8uWpLh2' },
      { type: 'RUN_FINISHED', threadId: 't', runId: 'r' },
    ];
    render(page(fold(call)));
    const row = screen.getByText('no result received').closest('button');
    expect(row?.querySelector('.lucide-circle')).not.toBeNull();
    expect(row?.querySelector('.lucide-circle-check')).toBeNull();
  });

  it('shows that nothing has happened yet', () => {
    render(page(emptyThread('t')));
    expect(screen.getByText('Nothing has happened yet')).toBeVisible();
  });

  it('shows a message while it is written, and that it is', () => {
    const start: HaiEvent[] = [
      { type: 'BUSINESS_DATA_START', messageId: 'm', role: 'assistant' },
      { type: 'BUSINESS_DATA_CONTENT', messageId: 'm', delta: 'So far **fi' },
    ];
    const thread = fold(start);
    const { rerender } = render(page(thread));
    expect(screen.getByText('writing')).toBeVisible();
    expect(screen.getByText('fi').tagName).toBe('STRONG');
    rerender(
      page(
        fold(
          [
            { type: 'BUSINESS_DATA_CONTENT', messageId: 'm', delta: 've** people' },
            { type: 'BUSINESS_DATA_END', messageId: 'm' },
          ],
          thread,
        ),
      ),
    );
    expect(screen.getByText('five').tagName).toBe('STRONG');
    expect(screen.queryByText('writing')).toBeNull();
  });

  it('shows an open item as paused during a pause, never as being written', () => {
    const open = fold([
      { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
      { type: 'BUSINESS_DATA_START', messageId: 'm', role: 'assistant' },
      { type: 'BUSINESS_DATA_CONTENT', messageId: 'm', delta: 'So far' },
      { type: 'TOOL_CALL_START', toolCallId: 'a', toolCallName: 'route_minutes' },
      { type: 'TOOL_CALL_ARGS', toolCallId: 'a', delta: '{"from": "Hal' },
    ]);
    render(page({ ...open, run: { ...open.run, status: 'paused' } }));
    expect(screen.getAllByText('paused')).toHaveLength(2);
    expect(screen.queryByText('writing')).toBeNull();
    expect(screen.queryByText('arguments arriving')).toBeNull();
  });

  it('shows arguments of a tool as they arrive, its result, and its failure', () => {
    const arriving = fold([
      { type: 'TOOL_CALL_START', toolCallId: 'a', toolCallName: 'route_minutes' },
      { type: 'TOOL_CALL_ARGS', toolCallId: 'a', delta: '{"from": "Hal' },
    ]);
    const { rerender } = render(page(arriving));
    expect(screen.getByText('arguments arriving')).toBeVisible();
    expect(screen.getByText('"Hal')).toHaveClass('json-string');
    rerender(
      page(
        fold(
          [
            { type: 'TOOL_CALL_ARGS', toolCallId: 'a', delta: 'le"}' },
            { type: 'TOOL_CALL_END', toolCallId: 'a' },
            { type: 'TOOL_CALL_RESULT', toolCallId: 'a', error: 'refused: 429' },
          ],
          arriving,
        ),
      ),
    );
    expect(screen.getByRole('button', { name: /route_minutes/ })).toHaveTextContent('failed');
    expect(screen.getByText(/refused: 429/)).toBeVisible();
  });

  it('shows what it cannot draw as received, and everything else as usual', () => {
    const fault = vi.spyOn(console, 'error').mockImplementation(() => {});
    const thread = fold([...text('a', 'before'), ...text('b', 'broken'), ...text('c', 'after')]);
    const items = thread.items.map((item) =>
      item.key === 'message:b' ? { ...item, startedAt: Number.NaN } : item,
    );
    render(page({ ...thread, items }));
    expect(screen.getByText('This could not be displayed')).toBeVisible();
    expect(screen.getByText('before')).toBeVisible();
    expect(screen.getByText('after')).toBeVisible();
    fault.mockRestore();
  });

  it('keeps a long result closed until it is opened', async () => {
    render(
      page(
        fold([
          { type: 'TOOL_CALL_START', toolCallId: 'a', toolCallName: 'dump' },
          { type: 'TOOL_CALL_END', toolCallId: 'a' },
          {
            type: 'TOOL_CALL_RESULT',
            toolCallId: 'a',
            content: JSON.stringify({ rows: 'x'.repeat(2000), end: 'here' }),
          },
        ]),
      ),
    );
    const line = screen.getByRole('button', { name: /dump/ });
    expect(line).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(line);
    expect(screen.getByText('"end"')).toHaveClass('json-key');
  });

  it('has the arguments and the whole result of a call copied', async () => {
    const written: string[] = [];
    const result = JSON.stringify({ rows: 'x'.repeat(5000), end: 'here' });
    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (words) => {
      written.push(words);
    });
    render(
      page(
        fold([
          { type: 'TOOL_CALL_START', toolCallId: 'a', toolCallName: 'dump' },
          { type: 'TOOL_CALL_ARGS', toolCallId: 'a', delta: '{"from":"Halle"}' },
          { type: 'TOOL_CALL_END', toolCallId: 'a' },
          { type: 'TOOL_CALL_RESULT', toolCallId: 'a', content: result },
        ]),
      ),
    );
    await user.click(screen.getByRole('button', { name: /dump/ }));
    await user.click(screen.getByRole('button', { name: 'Copy: args' }));
    await user.click(screen.getByRole('button', { name: 'Copy: returned' }));
    expect(written.map((words) => JSON.parse(words))).toEqual([
      { from: 'Halle' },
      JSON.parse(result),
    ]);
  });

  it('folds a step, counts what it hides, and unfolds it again', async () => {
    render(
      page(
        fold([
          { type: 'STEP_STARTED', stepName: 'Rank' },
          ...text('a', 'inside'),
          { type: 'STEP_FINISHED', stepName: 'Rank' },
          ...text('b', 'outside'),
        ]),
      ),
    );
    const step = screen.getByRole('button', { name: 'Fold step Rank' });
    await userEvent.click(step);
    expect(screen.queryByText('inside')).toBeNull();
    expect(screen.getByText('1 item folded')).toBeVisible();
    expect(screen.getByText('outside')).toBeVisible();
    await userEvent.click(step);
    expect(screen.getByText('inside')).toBeVisible();
  });

  it.each([
    [{ message: 'Stopped by admin', code: 'stopped' }, 'was stopped'],
    [{ message: 'The model is gone', code: 'MODEL' }, 'failed'],
  ])(
    'distinguishes a run that was stopped from one that failed: %j',
    ({ message, code }, words) => {
      render(
        page(
          fold([
            { type: 'RUN_STARTED', runId: 'r' },
            { type: 'RUN_ERROR', message, code, runId: 'r' },
          ]),
        ),
      );
      expect(screen.getByText(new RegExp(`^${words} after`))).toBeVisible();
      expect(screen.getByText(message)).toBeVisible();
    },
  );

  const ask: HaiEvent = {
    type: 'CUSTOM',
    name: 'upformat.message',
    value: {
      messageId: 'ask',
      threadId: 't',
      timestamp: '2026-11-21T14:00:00Z',
      state: 'needsHumanDecision',
      agentId: 'rec',
      ask: 'Where shall they work?',
      explanation: 'No location was given.',
    },
  };

  it('links an open question to the inbox and marks it as blocking', () => {
    render(page(fold([ask])));
    expect(screen.getByText('needs a decision')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Answer' })).toHaveAttribute(
      'href',
      expect.stringContaining(`/inbox/${promptIdOf('t', 'ask')}`),
    );
    expect(screen.getByText('No location was given.')).toBeVisible();
  });

  it('offers a viewer to open a question, not to answer it', () => {
    render(
      <StreamContext value={{ ...world, readOnly: true }}>
        <Stream thread={fold([ask])} />
      </StreamContext>,
    );
    expect(screen.getByRole('link', { name: 'Open' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Answer' })).toBeNull();
  });

  it('shows every kind of output, and loads nothing without a click', async () => {
    const { envelopes } = allPartsTask(0);
    const thread = foldThread(emptyThread('parade'), envelopes);
    const { container } = render(page(thread));
    for (const words of [
      'Checks per candidate',
      'Figures',
      'Geocoding',
      'Frame rejected',
      'Event vendor.telemetry',
      'Output of type “hologram”',
      'Form',
      'map-pin',
    ]) {
      expect(screen.getByText(words)).toBeVisible();
    }
    expect(await screen.findByText('File rates.csv', {}, { timeout: 15_000 })).toBeVisible();
    expect(screen.getByRole('link', { name: /Open in a new tab/ })).toHaveAttribute(
      'href',
      'https://cdn.example/route.png',
    );
    for (const element of container.querySelectorAll('[src]')) {
      expect(element.getAttribute('src')).toMatch(/^data:image\/png;base64,/);
    }
    expect(
      await screen.findByRole('img', { name: 'Rates by month' }, { timeout: 15_000 }),
    ).toBeVisible();
  });

  it('links buttons and forms to their question, and shows it once in its place', () => {
    const asked = (origin: 'button' | 'form', state: string): HaiEvent => ({
      type: 'CUSTOM',
      name: 'countersign.prompt',
      value: {
        change: state === 'open' ? 'opened' : 'withdrawn',
        prompt: {
          id: `p-${origin}`,
          taskId: 't',
          taskTitle: 'T',
          runId: 'r',
          agentId: 'rec',
          agentName: 'Rec',
          origin,
          source: { id: 'm', reason: null, toolName: null, together: null },
          blocking: false,
          state,
          severity: 'info',
          revision: 1,
          sequence: 1,
          ask: `Which ${origin}?`,
          message: {
            messageId: origin,
            threadId: 't',
            timestamp: '2026-11-21T08:00:00Z',
            state: 'followup',
          },
          digest: 'd',
          openedAt: 1,
          revisedAt: null,
          expiresAt: null,
          closedAt: null,
          closedReason: null,
          decision: null,
        },
      },
    });
    const output = (what: { type: string; [member: string]: unknown }): HaiEvent => ({
      type: 'BUSINESS_DATA_CONTENT',
      messageId: 'm',
      delta: { output: what },
    });
    const said = fold([
      { type: 'BUSINESS_DATA_START', messageId: 'm', role: 'assistant' },
      output({ type: 'button', data: { name: 'Rank again' } }),
      output({ type: 'form', schema: { type: 'object' } }),
      { type: 'BUSINESS_DATA_END', messageId: 'm' },
    ]);
    const open = fold([asked('button', 'open'), asked('form', 'open')], said, 'countersign');
    const { rerender } = render(page(open));
    expect(screen.getByRole('link', { name: /Rank again/ })).toHaveAttribute(
      'href',
      '/inbox/p-button',
    );
    expect(screen.getByRole('link', { name: /Fill in the form/ })).toHaveAttribute(
      'href',
      '/inbox/p-form',
    );
    expect(screen.queryByRole('button', { name: /Rank again/ })).toBeNull();
    expect(screen.getAllByText('Which button?')).toHaveLength(1);
    const over = fold(
      [asked('button', 'withdrawn'), asked('form', 'withdrawn')],
      open,
      'countersign',
    );
    rerender(page(over));
    expect(screen.getByText('Rank again')).toBeVisible();
    expect(screen.queryByRole('link', { name: /Rank again/ })).toBeNull();
  });

  it('sends the text of a button once', async () => {
    const { envelopes } = allPartsTask(0);
    render(page(foldThread(emptyThread('parade'), envelopes)));
    const button = screen.getByRole('button', { name: /Rank again/ });
    await userEvent.click(button);
    await userEvent.click(button);
    expect(say.mock.calls).toEqual([['Rank again within 30 minutes']]);
  });

  it('starts with a window of the newest and shows earlier ones on request', async () => {
    const many = Array.from({ length: 450 }, (_, index) =>
      text(`m${index}`, `Item ${index}`),
    ).flat();
    render(page(fold(many)));
    expect(screen.queryByText('Item 0')).toBeNull();
    expect(screen.getByText('Item 449')).toBeInTheDocument();
    expect(await screen.findByText('Item 250', {}, { timeout: 20_000 })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: /Show 200 earlier/ }));
    await userEvent.click(screen.getByRole('button', { name: /Show 50 earlier/ }));
    expect(screen.getByText('Item 0')).toBeInTheDocument();
  });

  it('scrolls to a requested place, marks it, and loads more in both directions', async () => {
    const thread = fold(
      Array.from({ length: 1_000 }, (_, index) => text(`m${index}`, `Line ${index}`)).flat(),
    );
    const at = (key: string | null) => (
      <StreamContext value={world}>
        <Stream showKey={key} thread={thread} />
      </StreamContext>
    );
    const { rerender } = render(at('message:m300'));
    const mark = screen.getByText('The linked place');
    expect(mark.nextElementSibling).toHaveTextContent('Line 300');
    expect(mark).toHaveFocus();
    expect(screen.queryByText('Line 999')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /later items/ }));
    expect(screen.getByText('Line 599')).toBeInTheDocument();
    rerender(at('message:m900'));
    expect(screen.getByText('The linked place').nextElementSibling).toHaveTextContent('Line 900');
    await userEvent.click(screen.getByRole('button', { name: 'To the end' }));
    expect(screen.getByText('Line 999')).toBeInTheDocument();
    rerender(at('message:nowhere'));
    expect(screen.getByText(/This place is not in the task/)).toBeVisible();
  });

  it('marks what happened since the reader left', () => {
    localStorage.setItem('countersign.seen.t', JSON.stringify({ sequence: 3, at: 5_000 }));
    render(page(fold([...text('a', 'known'), ...text('b', 'fresh')])));
    const mark = screen.getByText(/^Since you left at .*: 3 events$/);
    expect(mark.previousElementSibling).toHaveTextContent('known');
    expect(mark.nextElementSibling).toHaveTextContent('fresh');
  });

  it('counts what arrives while the reader looks further up, and leads back to the end', () => {
    const thread = fold(text('a', 'one'));
    const { rerender } = render(page(thread));
    const scroller = screen.getByRole('region', { name: 'Stream' });
    Object.defineProperties(scroller, {
      scrollHeight: { value: 2000 },
      clientHeight: { value: 500 },
    });
    scroller.scrollTop = 1500;
    fireEvent.scroll(scroller);
    scroller.scrollTop = 900;
    fireEvent.scroll(scroller);
    rerender(page(fold([...text('b', 'two'), ...text('c', 'three')], thread)));
    expect(scroller.scrollTop).toBe(900);
    fireEvent.click(screen.getByRole('button', { name: '2 new' }));
    expect(scroller.scrollTop).toBe(2000);
    expect(screen.queryByRole('button', { name: /new|end/ })).toBeNull();
  });

  it('renders only the open item again when a token arrives', () => {
    const items = Array.from({ length: 30 }, (_, index) =>
      text(`m${index}`, `Item ${index}`),
    ).flat();
    const thread = fold([
      ...items,
      { type: 'BUSINESS_DATA_START', messageId: 'open', role: 'assistant' },
      { type: 'BUSINESS_DATA_CONTENT', messageId: 'open', delta: 'a' },
    ]);
    let renders = 0;
    const profiled = (shown: Thread) => (
      <Profiler
        id="stream"
        onRender={() => {
          renders += 1;
        }}
      >
        {page(shown)}
      </Profiler>
    );
    const { rerender } = render(profiled(thread));
    const before = screen.getByText('Item 3').parentElement;
    rerender(
      profiled(fold([{ type: 'BUSINESS_DATA_CONTENT', messageId: 'open', delta: 'b' }], thread)),
    );
    expect(screen.getByText('ab')).toBeVisible();
    expect(screen.getByText('Item 3').parentElement).toBe(before);
    expect(renders).toBeLessThanOrEqual(3);
  });
});
