// @vitest-environment jsdom
import type { CreateDecisions, DecisionReceipt } from '@countersign/api/bulk';
import type { Decision, Prompt } from '@countersign/api/prompt';
import type { Client } from '@countersign/client/client';
import { createPromptStore } from '@countersign/client/prompt-store';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ClientProvider } from '../../../live/session/client-context.tsx';
import { createQueryClient } from '../../../live/session/live-root.tsx';
import { anyPrompt } from '../../../testing/any-prompt.ts';
import { apiServer } from '../../../testing/api-server.ts';
import { KeysProvider } from '../../../ui/keys/keys.tsx';
import { BulkPanel } from './bulk-panel.tsx';

const NOW = 1_700_000_000_000;
const me = { id: 'ann', name: 'Ann Ode', role: 'operator' as const, groups: [] };
const refund = (id: string, part: Partial<Prompt> = {}): Prompt =>
  anyPrompt(id, {
    agentName: 'Refund Desk',
    ask: `Refund order ${id}`,
    digest: `seal-${id}`,
    message: { ...anyPrompt(id).message, payload: { order: id, currency: 'EUR' } },
    ...part,
  });
const decision = (promptId: string, part: Partial<Decision> = {}): Decision => ({
  id: `d-${promptId}`,
  promptId,
  by: { kind: 'operator', id: 'ann', name: 'Ann Ode' },
  feedback: { type: 'approve' },
  digest: `seal-${promptId}`,
  state: 'recorded',
  recordedAt: NOW,
  releaseAt: null,
  waitsFor: [],
  deliveredAt: null,
  acknowledgedAt: null,
  attempts: 0,
  failure: null,
  ...part,
});
const done = (promptId: string, part: Partial<Decision> = {}): DecisionReceipt => ({
  promptId,
  result: 'done',
  decision: decision(promptId, part),
  prompt: null,
  problem: null,
});

const { api, answer, sent } = apiServer();
const posted = (path: string) => sent.filter((one) => one.method === 'POST' && one.path === path);

const recalledAll = [done('a', { state: 'recalled' }), done('b', { state: 'delivered' })];

function mount(
  prompts: readonly Prompt[],
  receiptsOf: (body: CreateDecisions) => DecisionReceipt[],
) {
  answer(
    http.post<never, CreateDecisions>('*/api/decisions', async ({ request }) => {
      const body = await request.json();
      try {
        return HttpResponse.json({ receipts: receiptsOf(body) });
      } catch {
        return HttpResponse.error();
      }
    }),
    http.post('*/api/decisions/shown', () => HttpResponse.json({ releaseAt: NOW + 5_000 })),
    http.post('*/api/decisions/recall', () => HttpResponse.json({ receipts: recalledAll })),
    http.get('*/api/prompts/:id', ({ params }) =>
      HttpResponse.json(prompts.find(({ id }) => id === params['id']) ?? null),
    ),
  );
  const client = { api, prompts: createPromptStore(), serverNow: () => NOW } as Partial<
    Record<keyof Client, unknown>
  > as Client;
  const cache = createQueryClient();
  const panel = (live: readonly Prompt[]) => (
    <QueryClientProvider client={cache}>
      <ClientProvider client={client}>
        <KeysProvider>
          <BulkPanel
            live={live}
            belonging={live.filter((prompt) => prompt.state === 'open')}
            me={me}
            onOpen={() => {}}
            onBack={() => {}}
          />
        </KeysProvider>
      </ClientProvider>
    </QueryClientProvider>
  );
  const { rerender } = render(panel(prompts));
  const row = (id: string) => screen.getByRole('row', { name: new RegExp(`order ${id}`) });
  return {
    row,
    user: userEvent.setup(),
    live: (next: readonly Prompt[]) => rerender(panel(next)),
    include: (id: string) => within(row(id)).getByRole('checkbox'),
    /** A row shows it once the response has arrived. */
    shows: (id: string, text: string) =>
      waitFor(() => expect(within(row(id)).getByText(text)).toBeVisible(), { timeout: 5_000 }),
    bodies: () => posted('/api/decisions').map(({ body }) => body as CreateDecisions),
  };
}
const press = async (user: ReturnType<typeof userEvent.setup>, name: RegExp) =>
  user.click(screen.getByRole('button', { name }));

describe('one answer to many prompts', () => {
  it('is sent for exactly the rows that are rendered and included, each with the digest that was shown', async () => {
    const { user, include, live, bodies, shows } = mount(
      [refund('a'), refund('b'), refund('c'), refund('d')],
      ({ items }) => items.map(({ promptId }) => done(promptId)),
    );
    await user.click(include('b'));
    // One arrives, one changes, before anything is sent.
    live([refund('a'), refund('b'), refund('c', { digest: 'other' }), refund('d'), refund('new')]);
    expect(include('c')).toBeDisabled();
    expect(screen.queryByText('Refund order new')).toBeNull();
    await press(user, /^Approve/);
    await press(user, /^Approve 2 questions/);
    await shows('a', 'Approved, recorded');
    expect(bodies()).toMatchObject([
      {
        items: [
          { promptId: 'a', digest: 'seal-a' },
          { promptId: 'd', digest: 'seal-d' },
        ],
        feedback: { type: 'approve' },
      },
    ]);
  });

  it('shows the agents’ labels after ours, and the effect of the answer', async () => {
    const asking = (id: string, label: string) =>
      refund(id, {
        message: {
          ...anyPrompt(id).message,
          payload: { order: id },
          upPrompt: {
            effect: 'The money leaves today.',
            answers: {
              approve: { label },
              reject: { label: 'Stop here', effect: 'Nothing is refunded.' },
            },
          },
        },
      });
    const { user, include } = mount([asking('a', 'Pay'), asking('b', 'Pay back')], () => []);
    // A label common to all is on the button; different ones are not.
    expect(screen.getByRole('button', { name: /^Reject ?Stop here/ })).toBeVisible();
    expect(screen.getByRole('button', { name: /^Approve$/ })).toBeVisible();
    await press(user, /^Reject/);
    expect(screen.getByText('Stop here: Nothing is refunded.')).toBeVisible();
    await press(user, /^Approve$/);
    const effect = 'Pay: The money leaves today. · Pay back: The money leaves today.';
    expect(screen.getByText(effect)).toBeVisible();
    await user.click(include('b'));
    expect(screen.getByText('Pay: The money leaves today.')).toBeVisible();
    expect(screen.getByRole('button', { name: /^Approve ?Pay$/ })).toBeVisible();
  });

  it('is acknowledged row by row: done, changed, answered by another operator', async () => {
    const bobs = refund('c', {
      state: 'answered',
      decision: decision('c', { by: { kind: 'operator', id: 'bob', name: 'Bob Lee' } }),
    });
    const { user, row, shows } = mount([refund('a'), refund('b'), refund('c')], () => [
      done('a', { state: 'acknowledged' }),
      {
        promptId: 'b',
        result: 'changed',
        decision: null,
        prompt: refund('b', { digest: 'other' }),
        problem: null,
      },
      {
        promptId: 'c',
        result: 'skipped',
        decision: null,
        prompt: bobs,
        problem: {
          type: '/problems/prompt-answered',
          title: 'Answered',
          status: 409,
        },
      },
    ]);
    await press(user, /^Reject/);
    await user.type(screen.getByLabelText('Reason'), 'too late');
    await press(user, /^Reject 3 questions/);
    await shows('a', 'Rejected, acknowledged');
    expect(within(row('b')).getByText('Changed since shown, not sent')).toBeVisible();
    expect(within(row('c')).getByText(/Skipped, Bob Lee answered/)).toBeVisible();
    expect(screen.getByText('1 done, 1 changed, 1 skipped')).toBeVisible();
  });

  it('sent again after a failure is the same answer; changed since, it is another', async () => {
    let fails = 2;
    const { user, bodies } = mount([refund('a'), refund('b')], ({ items }) => {
      fails -= 1;
      if (fails >= 0) throw new Error('lost');
      return items.map(({ promptId }) => done(promptId));
    });
    await press(user, /^Instruct/);
    await user.type(screen.getByLabelText('Instruction'), 'look');
    await press(user, /^Instruct 2 questions/);
    expect(await screen.findByRole('alert')).toHaveTextContent('no row is answered twice');
    await press(user, /^Send again/);
    await screen.findByRole('alert');
    await user.type(screen.getByLabelText('Instruction'), ' twice');
    expect(screen.queryByRole('alert')).toBeNull();
    await press(user, /^Instruct 2/);
    await waitFor(() => expect(bodies()).toHaveLength(3));
    const keys = bodies().map((body) => body.idempotencyKey);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('can be recalled until it is sent, and the rest can be continued', async () => {
    const { user, row, shows, live } = mount([refund('a'), refund('b'), refund('c')], () => [
      done('a', { releaseAt: NOW + 90_000 }),
      done('b', { state: 'delivered' }),
      { promptId: 'c', result: 'changed', decision: null, prompt: null, problem: null },
    ]);
    await press(user, /^Approve/);
    await press(user, /^Approve 3 questions/);
    await shows('a', 'Approved, delivery starts in 5 s');
    await press(user, /^Recall it/);
    await shows('a', 'Recalled, nothing was sent');
    expect(posted('/api/decisions/shown')).toHaveLength(1);
    expect(posted('/api/decisions/recall')).toHaveLength(1);
    expect(within(row('b')).getByText(/Could not be recalled: it has left/)).toBeVisible();
    live([refund('a'), refund('b', { state: 'answered' }), refund('c', { digest: 'other' })]);
    await press(user, /^Back to 2 unanswered rows/);
    expect(screen.getAllByRole('checkbox')).toHaveLength(3);
    expect(within(row('c')).getByRole('button', { name: 'Review' })).toBeVisible();
  });

  it('stays in place while rows change: changes elsewhere are shown in their own column', () => {
    const { live, row } = mount([refund('a'), refund('b')], () => []);
    const cells = within(row('a')).getAllByRole('cell').length;
    expect(within(row('a')).getByText('as shown')).toBeVisible();
    live([refund('a', { state: 'withdrawn' }), refund('b')]);
    expect(within(row('a')).getAllByRole('cell')).toHaveLength(cells);
    expect(within(row('a')).getByText('Withdrawn')).toBeVisible();
  });
});

/** The rows that are on screen, as the browser reports them; none until a test says so. */
function watchRows() {
  const watched = new Map<Element, (entries: object[]) => void>();
  class Observer {
    report: (entries: object[]) => void;
    constructor(report: (entries: object[]) => void) {
      this.report = report;
    }
    observe(row: Element) {
      watched.set(row, this.report);
    }
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  return (...ids: string[]) =>
    act(() => {
      for (const [target, report] of watched)
        if (ids.includes((target as HTMLElement).dataset['row'] ?? ''))
          report([{ isIntersecting: true, target }]);
    });
}

describe('many rows at once', () => {
  afterEach(() => vi.unstubAllGlobals());
  const amounts = [915.05, 880, 20.1, 18.02];
  const priced = amounts.map((value, index) =>
    refund('abcd'.charAt(index), {
      severity: index < 2 ? 'critical' : 'minor',
      message: {
        ...anyPrompt('x').message,
        payload: { order: index, amount: { value, currency: 'EUR' } },
      },
    }),
  );
  const send = () => screen.getByRole('button', { name: /^Approve \d+ question/ });

  it('cannot be answered before their end was on screen; rows count as seen, not headings', async () => {
    const see = watchRows();
    const { user } = mount([refund('a'), refund('b'), refund('c')], () => []);
    await press(user, /^Approve$/);
    see('a', 'b');
    expect(send()).toHaveTextContent('Approve 3 questions · 2 seen');
    expect(send()).toBeDisabled();
    expect(
      screen.getByText('Scroll to the end of the rows, or sort them by a column'),
    ).toBeVisible();
    see('c');
    expect(send()).toHaveTextContent('all seen');
    expect(send()).toBeEnabled();
  });

  it('can be answered once they were sorted, which shows both ends', async () => {
    const see = watchRows();
    const { user } = mount(priced.slice(2), () => []);
    await press(user, /^Approve$/);
    see('c');
    expect(send()).toBeDisabled();
    await press(user, /^Amount › Value/);
    expect(send()).toBeEnabled();
    const [first] = screen.getAllByRole('row').slice(1);
    expect(first).toHaveTextContent('order c');
  });

  it('keeps critical ones apart: not ticked, and confirmed separately', async () => {
    const { user, bodies } = mount(priced, ({ items }) =>
      items.map(({ promptId }) => done(promptId)),
    );
    expect(screen.getByText('2 critical')).toBeVisible();
    await press(user, /^Approve$/);
    expect(send()).toHaveTextContent('Approve 2 questions');
    await user.click(screen.getByRole('checkbox', { name: 'Include every critical row' }));
    expect(send()).toHaveTextContent('Approve 4 questions');
    expect(send()).toBeDisabled();
    await user.click(screen.getByRole('checkbox', { name: 'Approve the 2 critical ones too' }));
    await user.click(send());
    await waitFor(() => expect(bodies()[0]?.items).toHaveLength(4));
    expect(bodies()[0]?.awaitsReceipt).toBe(true);
  });

  it('comes to a sum, with its span, in all and for each severity', () => {
    mount(priced, () => []);
    expect(screen.getByText('Amount › Value: 1,833.17 EUR in all, 18.02–915.05')).toBeVisible();
    expect(screen.getByText('1,795.05 EUR')).toBeVisible();
  });

  it('can be recalled while it is recorded', async () => {
    const { user } = mount([refund('a'), refund('b')], () => []);
    answer(http.post('*/api/decisions', () => new Promise<never>(() => {})));
    await press(user, /^Approve$/);
    await user.click(send());
    expect(await screen.findByText('Recording 0 of 2')).toBeVisible();
    await user.keyboard('z');
    await waitFor(() => expect(posted('/api/decisions/recall')).toHaveLength(1));
  });
});
