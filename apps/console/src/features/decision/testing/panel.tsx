import { upFormatOrigin } from '@countersign/api/origin';
import type { Decision, Prompt } from '@countersign/api/prompt';
import type { CreateCheck, EditCheck } from '@countersign/api/prompts/edit-check';
import type { Client, OutboxEntry } from '@countersign/client/client';
import { createPromptStore } from '@countersign/client/prompt-store';
import { createManualClock } from '@countersign/testkit/manual-clock';
import type { UpFeedback } from '@countersign/upformat/message';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { queryKeys } from '../../../live/query-keys.ts';
import { ClientProvider } from '../../../live/session/client-context.tsx';
import { createQueryClient } from '../../../live/session/live-root.tsx';
import { routeKey } from '../../../live/use-route.ts';
import { KeysProvider } from '../../../ui/keys/keys.tsx';
import { DecisionPanel } from '../decision-panel.tsx';

export const NOW = Date.parse('2026-11-21T14:24:00Z');

/** An open, critical prompt about one number. */
export function makePrompt(
  part: Partial<Prompt> = {},
  message: Partial<Prompt['message']> = {},
): Prompt {
  return {
    id: 't~m',
    taskId: 't',
    taskTitle: 'Conflict sweep',
    runId: 'r',
    agentId: 'planner',
    agentName: 'Radio Planner',
    relayedFor: null,
    origin: upFormatOrigin,
    source: { id: 'm', reason: null, toolName: null, together: null },
    classKey: 'c',
    blocking: true,
    state: 'open',
    severity: 'major',
    revision: 1,
    sequence: 412,
    place: 0,
    ask: 'Reassign PCI?',
    digest: '9f3ac2e144b0'.padEnd(64, '0'),
    openedAt: NOW - 60_000,
    revisedAt: null,
    expiresAt: NOW + 600_000,
    extension: null,
    claim: null,
    snooze: null,
    escalation: null,
    demand: null,
    votes: [],
    signals: [],
    seen: null,
    closedAt: null,
    closedReason: null,
    stoppedBy: null,
    decision: null,
    returned: null,
    way: null,
    comments: [],
    commentsAnswer: false,
    ...part,
    message: {
      messageId: 'm',
      threadId: 't',
      timestamp: '2026-11-21T14:16:20Z',
      state: 'needsHumanDecision',
      ask: 'Reassign PCI?',
      severity: 'major',
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

export const decisionBy = (
  id: string,
  name: string,
  feedback: UpFeedback,
  part: Partial<Decision> = {},
): Decision => ({
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
  ...part,
});

interface World {
  me?: { id: string; name: string; role: string };
  /** The draft the server has. */
  draft?: unknown;
  presence?: unknown[];
}

/** The panel with a client that has only the parts the panel uses: the client itself has its own tests. */
export function mount(prompt: Prompt, world: World = {}) {
  const me = world.me ?? { id: 'sara', name: 'Sara Okafor', role: 'operator' };
  const cache = createQueryClient();
  cache.setQueryData(queryKeys.me, me);
  const prompts = createPromptStore();
  prompts.hold([prompt.id]);
  prompts.put([prompt]);
  cache.setQueryData(routeKey('GET /api/agents', {}), { items: [] });
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
  const server: { prompt: Prompt; draft: unknown } = { prompt, draft: world.draft ?? null };
  const api = {
    getPrompt: vi.fn(async () => server.prompt),
    getDraft: vi.fn(async () => server.draft),
    saveDraft: vi.fn(async (_id: string, draft: unknown) => {
      server.draft = JSON.parse(JSON.stringify(draft));
    }),
    listPresence: vi.fn(async () => ({ items: world.presence ?? [] })),
    reportPresence: vi.fn(async () => {}),
    claimPrompt: vi.fn(async (_id: string, _body?: unknown) => {}),
    keepClaim: vi.fn(async () => {}),
    releaseClaim: vi.fn(async () => {}),
    snoozePrompt: vi.fn(async (_id: string, _body: unknown) => {}),
    wakePrompt: vi.fn(async () => {}),
    extendPrompt: vi.fn(async (_id: string, _expiresAt: number) => {}),
    createComment: vi.fn(async (_id: string, _body: unknown) => server.prompt),
    recallDecision: vi.fn(async (_id: string) => {}),
    checkEdit: vi.fn(
      async (_id: string, _body: CreateCheck, _signal: AbortSignal): Promise<EditCheck> => ({
        outcome: 'unchecked',
        reason: 'not-offered',
        detail: '',
      }),
    ),
    previewDelivery: vi.fn(async (): Promise<unknown> => null),
    listPrompts: vi.fn(async () => ({ items: [server.prompt], nextCursor: null })),
  };
  const view = createStore(() => ({ status: 'loading' }));
  const clock = createManualClock(NOW);
  const draftListeners = new Set<(promptId: string) => void>();
  const presenceListeners = new Set<(presence: unknown) => void>();
  const listen =
    <T,>(listeners: Set<T>) =>
    (listener: T) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    };
  const client = {
    api,
    tab: 'tab-1',
    schedule: clock.schedule,
    prompts,
    connection: createStore(() => ({ status: 'live' })),
    onDraft: listen(draftListeners),
    onPresence: listen(presenceListeners),
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
          draw={({ type }) => <p>{`figure: ${type}`}</p>}
          onNext={() => {}}
          onBack={() => {}}
        />
      </div>
    ),
  });
  const router = createRouter({ routeTree: root, history: createMemoryHistory() });
  const { unmount } = render(
    <QueryClientProvider client={cache}>
      <ClientProvider client={client}>
        <KeysProvider>
          <RouterProvider router={router} />
        </KeysProvider>
      </ClientProvider>
    </QueryClientProvider>,
  );
  return {
    api,
    /** Of the client: pauses of the panel end by it. */
    clock,
    server,
    decide,
    unmount,
    user: userEvent.setup(),
    /** The state of the entry that was sent. */
    settle: (part: Partial<OutboxEntry>) => act(() => outbox.setState({ entries: [entry(part)] })),
    /** A fact of the server about the prompt. */
    put: (next: Prompt) =>
      act(() => {
        server.prompt = next;
        prompts.put([next]);
      }),
    /** Another tab of the operator has kept this draft. */
    otherTab: (draft: unknown) =>
      act(async () => {
        server.draft = draft;
        for (const notify of draftListeners) notify(prompt.id);
        await Promise.resolve();
      }),
    present: (people: unknown[]) =>
      act(() => {
        for (const notify of presenceListeners) notify({ promptId: prompt.id, people });
      }),
  };
}

export const answers = () => screen.findByRole('group', { name: 'Answer' });
