// @vitest-environment jsdom
import type { Decision, Prompt } from '@countersign/api/prompt';
import type { Client, OutboxEntry } from '@countersign/client/client';
import type { UpFeedback } from '@countersign/upformat/message';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { ClientProvider } from '../../live/client-context.tsx';
import { createQueryClient } from '../../live/live-root.tsx';
import { putPrompt } from '../../live/put-prompt.ts';
import { queryKeys } from '../../live/query-keys.ts';
import { KeysProvider } from '../../ui/keys/keys.tsx';
import { DecisionPanel } from './decision-panel.tsx';

const NOW = Date.parse('2026-11-21T14:24:00Z');

function makePrompt(part: Partial<Prompt> = {}, message: Partial<Prompt['message']> = {}): Prompt {
  return {
    id: 't~m',
    taskId: 't',
    taskTitle: 'Conflict sweep',
    runId: 'r',
    agentId: 'planner',
    agentName: 'Radio Planner',
    origin: 'upformat',
    source: { id: 'm', reason: null, toolName: null, together: null },
    classKey: 'c',
    blocking: true,
    state: 'open',
    severity: 'critical',
    revision: 1,
    sequence: 412,
    ask: 'Reassign PCI?',
    digest: '9f3ac2e144b0'.padEnd(64, '0'),
    openedAt: NOW - 60_000,
    revisedAt: null,
    expiresAt: NOW + 600_000,
    extension: null,
    claim: null,
    snooze: null,
    escalation: null,
    seen: null,
    closedAt: null,
    closedReason: null,
    decision: null,
    ...part,
    message: {
      messageId: 'm',
      threadId: 't',
      timestamp: '2026-11-21T14:16:20Z',
      state: 'needsHumanDecision',
      ask: 'Reassign PCI?',
      payload: { pci: 218 },
      allowedFeedback: ['approve', 'reject', 'edit', 'comment', 'instruction'],
      upContext: {
        schema: { type: 'object', properties: { pci: { type: 'integer', maximum: 1007 } } },
      },
      defaultFeedback: { type: 'reject', content: { reason: 'No answer' } },
      ...message,
    },
  };
}

const decisionBy = (id: string, name: string, feedback: UpFeedback): Decision => ({
  id: 'd1',
  promptId: 't~m',
  by: { kind: 'operator', id, name },
  feedback,
  digest: '9f3a',
  state: 'recorded',
  recordedAt: NOW,
  releaseAt: null,
  waitsFor: [],
  deliveredAt: null,
  acknowledgedAt: null,
  attempts: 1,
  failure: null,
});

function mount(prompt: Prompt) {
  const cache = createQueryClient();
  cache.setQueryData(queryKeys.me, { id: 'sara', name: 'Sara Okafor', role: 'operator' });
  cache.setQueryData(queryKeys.prompt(prompt.id), prompt);
  cache.setQueryData(queryKeys.agents, []);
  const outbox = createStore<{ entries: readonly OutboxEntry[] }>(() => ({ entries: [] }));
  const entry = (part: Partial<OutboxEntry>): OutboxEntry => ({
    id: 'e1',
    kind: 'decision',
    taskId: null,
    promptId: prompt.id,
    body: null,
    createdAt: NOW,
    state: 'sending',
    attempt: 1,
    problem: null,
    result: null,
    operatorId: 'sara',
    ...part,
  });
  const decide = vi.fn((_input: { feedback: UpFeedback; digest: string }) => {
    outbox.setState({ entries: [entry({})] });
    return entry({});
  });
  const view = createStore(() => ({ status: 'loading' }));
  // Only what the panel touches: the client itself has its own tests.
  const client = {
    api: {},
    outbox: {
      store: outbox,
      decide,
      retry: vi.fn(),
      dismiss: () => outbox.setState({ entries: [] }),
    },
    serverNow: () => NOW,
    openThread: () => ({ store: view, close() {}, retry() {} }),
  } as Partial<Record<keyof Client, unknown>> as Client;
  const scopeRef = createRef<HTMLDivElement>();
  const root = createRootRoute({
    component: () => (
      <div ref={scopeRef}>
        <DecisionPanel
          promptId={prompt.id}
          crumbs={[]}
          scopeRef={scopeRef}
          next={null}
          onNext={() => {}}
          onBack={() => {}}
        />
      </div>
    ),
  });
  const router = createRouter({ routeTree: root, history: createMemoryHistory() });
  render(
    <QueryClientProvider client={cache}>
      <ClientProvider client={client}>
        <KeysProvider>
          <RouterProvider router={router} />
        </KeysProvider>
      </ClientProvider>
    </QueryClientProvider>,
  );
  const settle = (part: Partial<OutboxEntry>) =>
    act(() => outbox.setState({ entries: [entry(part)] }));
  const put = (next: Prompt) => act(() => putPrompt(cache, next));
  return { decide, settle, put, user: userEvent.setup() };
}

const answers = () => screen.findByRole('group', { name: 'Answer' });

beforeEach(() => localStorage.clear());

describe('DecisionPanel', () => {
  it('offers six answers, none chosen; a refused one stays with its reason', async () => {
    const { decide, user } = mount(makePrompt());
    const bar = await answers();
    const buttons = within(bar).getAllByRole('button');
    expect(buttons.map((button) => button.textContent?.slice(0, 6))).toHaveLength(6);
    for (const button of buttons) expect(button).toHaveAttribute('aria-pressed', 'false');
    const rank = within(bar).getByRole('button', { name: 'Rank' });
    expect(rank).toHaveAttribute('aria-disabled', 'true');
    await user.click(rank);
    expect(rank).toHaveAttribute('aria-pressed', 'false');
    expect(screen.getByRole('button', { name: 'Choose an answer' })).toBeDisabled();
    expect(decide).not.toHaveBeenCalled();
  });

  it('says what is missing, and what happens if nobody answers', async () => {
    mount(makePrompt());
    await answers();
    expect(screen.getByText('no confidence given')).toBeInTheDocument();
    expect(screen.getByText('The agent gave no explanation.')).toBeInTheDocument();
    expect(
      screen.getByText('{"type":"reject","content":{"reason":"No answer"}}'),
    ).toBeInTheDocument();
  });

  it('sends my edit with its patch, bound to the digest that was shown', async () => {
    const { decide, user } = mount(makePrompt());
    await user.click(within(await answers()).getByRole('button', { name: 'Edit' }));
    const field = screen.getByLabelText('Pci');
    await user.clear(field);
    await user.type(field, '220');
    await user.click(screen.getByRole('button', { name: 'Send 1 edit' }));
    expect(decide).toHaveBeenCalledExactlyOnceWith({
      promptId: 't~m',
      digest: makePrompt().digest,
      basedOnSequence: 412,
      feedback: {
        type: 'edit',
        target: { messageId: 'm' },
        content: { patch: [{ op: 'replace', path: '/pci', value: 220 }], value: { pci: 220 } },
      },
    });
  });

  it('keeps an edit that breaks the schema here, with the fault at the field and in the summary', async () => {
    const { decide, user } = mount(makePrompt());
    await user.click(within(await answers()).getByRole('button', { name: 'Edit' }));
    await user.clear(screen.getByLabelText('Pci'));
    await user.type(screen.getByRole('textbox', { name: /Pci/ }), '5000');
    await user.click(screen.getByRole('button', { name: 'Send 1 edit' }));
    expect(decide).not.toHaveBeenCalled();
    const summary = screen.getByRole('region', { name: '1 field needs attention' });
    await user.click(within(summary).getByRole('button', { name: 'Pci: at most 1007' }));
    expect(screen.getByRole('textbox', { name: /Pci/ })).toHaveFocus();
    expect(screen.getByRole('button', { name: 'Send 1 edit' })).toBeDisabled();
  });

  it('climbs the ladder only as the other side says so', async () => {
    const { settle, put, user } = mount(makePrompt());
    await user.click(within(await answers()).getByRole('button', { name: 'Approve' }));
    await user.click(screen.getByRole('button', { name: 'Send approval' }));
    const rungs = () =>
      within(screen.getByRole('list', { name: 'Your answer on its way' }))
        .getAllByRole('listitem')
        .map((rung) => rung.textContent);
    expect(rungs()[0]).toContain('sending, in progress');
    expect(rungs()[1]).toContain('recorded, not yet');
    const decision = decisionBy('sara', 'Sara Okafor', { type: 'approve' });
    settle({ state: 'recorded', result: { decision } });
    put(makePrompt({ state: 'answered', decision }));
    await waitFor(() => expect(rungs()[0]).toContain('recorded, done'));
    expect(rungs()[1]).toContain('delivered, in progress');
    put(
      makePrompt({
        state: 'answered',
        decision: { ...decision, state: 'acknowledged', deliveredAt: NOW, acknowledgedAt: NOW },
      }),
    );
    await waitFor(() => expect(rungs()[2]).toContain('acknowledged, done'));
    expect(screen.getByText('Answered by you')).toBeInTheDocument();
  });

  it('tells who was first, when and with what, and keeps my draft', async () => {
    const { settle, user } = mount(makePrompt());
    await user.click(within(await answers()).getByRole('button', { name: 'Comment' }));
    await user.type(screen.getByLabelText('Comment'), 'Wait');
    await user.click(screen.getByRole('button', { name: 'Send comment' }));
    const decision = decisionBy('mei', 'Mei Tanaka', {
      type: 'reject',
      content: { reason: 'inside policy' },
    });
    settle({
      state: 'refused',
      problem: {
        type: 'https://countersign.dev/problems/prompt-answered',
        title: 'Answered',
        status: 409,
        prompt: makePrompt({ state: 'answered', decision }),
      },
    });
    const note = await screen.findByRole('alert');
    expect(note).toHaveTextContent(
      /Mei Tanaka answered first, .*rejected, “inside policy”. Yours was not sent/,
    );
    await user.click(within(note).getByRole('button', { name: 'Your draft' }));
    expect(await screen.findByRole('dialog')).toHaveTextContent('Wait');
  });

  it('never exchanges the content under the operator: a revision is shown and must be taken', async () => {
    const { decide, put, user } = mount(makePrompt());
    await user.click(within(await answers()).getByRole('button', { name: 'Edit' }));
    await user.clear(screen.getByLabelText('Pci'));
    await user.type(screen.getByRole('textbox', { name: /Pci/ }), '220');
    put(makePrompt({ revision: 2, digest: 'f'.repeat(64) }, { payload: { pci: 221, note: 'n' } }));
    expect(await screen.findByText('The agent changed this while you read it')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: /Pci/ })).toHaveValue('220');
    expect(screen.getByText('9f3a c2e1 44b0')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Send 1 edit' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Use revision 2' }));
    await user.click(screen.getByRole('button', { name: 'Send 1 edit' }));
    expect(decide.mock.calls[0]?.[0]).toMatchObject({
      digest: 'f'.repeat(64),
      feedback: { content: { value: { pci: 220, note: 'n' } } },
    });
  });

  it('keeps the draft over a reload', async () => {
    const first = mount(makePrompt());
    await first.user.click(within(await answers()).getByRole('button', { name: 'Instruct' }));
    await first.user.type(screen.getByLabelText('Instruction'), 'Keep 0409');
    document.body.replaceChildren();
    mount(makePrompt());
    await waitFor(() => expect(screen.getByLabelText('Instruction')).toHaveValue('Keep 0409'));
  });

  it('lets no letter decide from a text field', async () => {
    const { user } = mount(makePrompt());
    await user.click(within(await answers()).getByRole('button', { name: 'Comment' }));
    await user.type(screen.getByLabelText('Comment'), 'ra');
    expect(screen.getByLabelText('Comment')).toHaveValue('ra');
    expect(within(await answers()).getByRole('button', { name: 'Reject' })).toHaveAttribute(
      'aria-pressed',
      'false',
    );
  });
});
