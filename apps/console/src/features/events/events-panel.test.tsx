// @vitest-environment jsdom
import type { Envelope } from '@countersign/hai/envelope';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createEventPages } from '../../live/events/event-pages.ts';
import { openRecording } from '../../live/events/recording.ts';
import { createTimeMachine } from '../../live/events/time-machine.ts';
import type { Past } from '../../live/events/use-past.ts';
import { envelopesOf } from '../../testing/any-tape.ts';
import { EventsPanel } from './events-panel.tsx';

const usual = envelopesOf([
  { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
  { type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/nowhere', value: 1 }] },
  { type: 'BUSINESS_DATA_START', messageId: 'm', role: 'assistant' },
  { type: 'BUSINESS_DATA_CONTENT', messageId: 'm', delta: 'Leipzig' },
  { type: 'RUN_FINISHED', threadId: 't', runId: 'r' },
]);

async function past(envelopes: readonly Envelope[]): Promise<Past> {
  const { source } = await openRecording({
    taskId: 't',
    envelopes: [...envelopes],
    badLines: 0,
    firstBad: null,
    otherTasks: 0,
  });
  const pages = createEventPages(source);
  return { source, pages, machine: createTimeMachine(source, pages) };
}

async function show({
  at = null,
  selected = 4,
  envelopes = usual,
}: {
  at?: number | null;
  selected?: number | null;
  envelopes?: readonly Envelope[];
} = {}) {
  const onSelect = vi.fn();
  const held = await past(envelopes);
  render(
    <StrictMode>
      <EventsPanel
        at={at}
        going={false}
        head={5}
        nameOf={(id) => `Agent ${id}`}
        now={() => 1_050}
        onGo={() => {}}
        onSelect={onSelect}
        openLink={null}
        past={held}
        selected={selected}
      />
    </StrictMode>,
  );
  return { onSelect, list: await screen.findByRole('listbox', { name: /^Events/ }) };
}

describe('the events of a task', () => {
  // jsdom has no layout: without a size a virtual list is empty.
  beforeAll(() => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
    Element.prototype.scrollTo = () => {};
  });

  it('lists every event, and shows the chosen one whole', async () => {
    const { list } = await show();
    await waitFor(() => expect(within(list).getAllByRole('option')).toHaveLength(5));
    expect(within(list).getByRole('option', { selected: true })).toHaveTextContent('Leipzig');
    const details = screen.getByRole('complementary', { name: 'Selected event' });
    expect(await within(details).findByText('Agent demo')).toBeVisible();
    expect(within(details).getByRole('button', { name: 'Go to 4' })).toBeVisible();
    expect(within(details).getByRole('button', { name: /Copy JSON/ })).toBeVisible();
  });

  it('labels its columns, and shows the exact time and zone of each event', async () => {
    const { list } = await show();
    for (const head of ['Event', 'Received', 'From', 'Type', 'Content']) {
      expect(screen.getAllByText(head).length).toBeGreaterThan(0);
    }
    const [first] = await within(list).findAllByRole('option');
    expect(first?.querySelector('time')).toHaveAttribute(
      'title',
      expect.stringMatching(/1970 \d\d:\d\d:\d\d\.\d{3} UTC/),
    );
  });

  it('shows pieces of one text as one row, which opens', async () => {
    const words = ['Senior ', 'React ', 'contractor'].map((delta) => ({
      type: 'BUSINESS_DATA_CONTENT' as const,
      messageId: 'chatcmpl-9bD3nq0VYt4mXo2KcL7sRw1e',
      delta,
    }));
    const { onSelect, list } = await show({
      selected: null,
      envelopes: envelopesOf([
        { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
        ...words,
        { type: 'RUN_FINISHED', threadId: 't', runId: 'r' },
      ]),
    });
    await waitFor(() => expect(within(list).getAllByRole('option')).toHaveLength(3));
    const row = within(list).getByRole('option', { name: /Senior React contractor/ });
    await userEvent.click(within(row).getByText('3 pieces'));
    expect(within(list).getAllByRole('option')).toHaveLength(5);
    expect(onSelect).not.toHaveBeenCalled();
  });

  it('is walked by keys, one row at a time and to both ends', async () => {
    const { onSelect, list } = await show();
    list.focus();
    await userEvent.keyboard('{ArrowUp}{Home}{End}{ArrowDown}');
    expect(onSelect.mock.calls.map(([sequence]) => sequence)).toEqual([3, 1, 5, 5]);
  });

  it('lists only what matches, and takes the filter back', async () => {
    await show();
    await userEvent.type(screen.getByRole('searchbox'), 'leipzig');
    expect(await screen.findByText('1 of 5 events')).toBeVisible();
    await userEvent.type(screen.getByRole('searchbox'), ' is not there');
    await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('5 events')).toBeVisible();
  });

  it('ends at the position shown', async () => {
    const { list } = await show({ at: 3 });
    await waitFor(() => expect(within(list).getAllByRole('option')).toHaveLength(3));
  });

  it('reports what the agent’s author should fix, and where', async () => {
    const { onSelect } = await show();
    await userEvent.click(screen.getByRole('button', { name: 'Report' }));
    const report = await screen.findByRole('region', { name: 'Report on the streams' });
    const finding = within(report).getByText('patch-failed').closest('li');
    expect(finding).toHaveTextContent('replace /nowhere');
    await userEvent.click(within(finding ?? report).getByRole('button', { name: '2' }));
    expect(onSelect).toHaveBeenLastCalledWith(2);
    await waitFor(() => expect(screen.getByRole('listbox')).toBeVisible());
  });
});
