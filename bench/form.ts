import { loadavg } from 'node:os';
import type { Task } from '@countersign/api/task';
import type { HaiEvent } from '@countersign/hai/event';
import { type Play, startStage } from './stage.ts';
import { printTable } from './table.ts';

const openPrompts = 40;
const entries = 12;

const text = (title: string) => ({ type: 'string', title });

/** A form of the size of a real one: groups, choices, a date, and a list that is edited as a table. */
const schema = {
  type: 'object',
  required: ['location', 'startDate'],
  properties: {
    location: {
      type: 'object',
      title: 'Location',
      properties: {
        country: { enum: ['DE', 'FR', 'PL', 'CZ'], title: 'Country' },
        city: text('City'),
        postalCode: { ...text('Postal code'), pattern: '^[0-9]{5}$' },
      },
    },
    startDate: { type: 'string', format: 'date', title: 'Start date' },
    rate: {
      type: 'object',
      title: 'Rate',
      properties: {
        from: { type: 'number', minimum: 0, title: 'From' },
        to: { type: 'number', minimum: 0, title: 'To' },
      },
    },
    note: { ...text('Note'), maxLength: 2_000 },
    assignments: {
      type: 'array',
      title: 'Assignments',
      items: {
        type: 'object',
        properties: {
          cell: { ...text('Cell'), readOnly: true },
          now: { type: 'integer', title: 'Now', readOnly: true },
          proposed: { type: 'integer', minimum: 0, maximum: 1_007, title: 'Proposed' },
        },
      },
    },
  },
};

const question = (threadId: string, index: number): HaiEvent => ({
  type: 'CUSTOM',
  name: 'upformat.message',
  value: {
    messageId: `ask-${index}`,
    threadId,
    timestamp: new Date().toISOString(),
    state: 'needsHumanDecision',
    agentId: 'bench',
    ask: `Change the plan of site ${String(index).padStart(3, '0')}?`,
    payload: {
      location: { country: 'DE', city: 'Leipzig', postalCode: '04109' },
      startDate: '2026-12-07',
      rate: { from: 85, to: 105 },
      note: 'As agreed in the last review.',
      assignments: Array.from({ length: entries }, (_, row) => ({
        cell: `NTO-${String(index).padStart(4, '0')}-${row}`,
        now: 80 + row,
        proposed: 210 + row,
      })),
    },
    upContext: { schema },
  },
});

const ask: Play = async (say, { threadId, runId }) => {
  await say({ type: 'RUN_STARTED', threadId, runId });
  for (let index = 0; index < openPrompts; index += 1) await say(question(threadId, index));
  // The run stays open, as its questions block it.
  await new Promise(() => {});
};

/** Opens one question after the other, and the form of each: the times from the click until its fields were painted, ms, sorted. */
async function eachForm(forms: number): Promise<number[]> {
  const times: number[] = [];
  const list = document.querySelector<HTMLElement>('[role="listbox"]');
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const until = async (is: () => boolean) => {
    while (!is()) await frame();
  };
  const heading = () => document.querySelector('[data-prompt-head]')?.textContent;
  const edit = () =>
    [...document.querySelectorAll<HTMLElement>('[data-answer], .answer button')].find(
      (button) => button.textContent?.startsWith('Edit') === true,
    );
  const rest = () => new Promise((resolve) => setTimeout(resolve, 400));
  for (let form = 0; form < forms; form += 1) {
    const before = heading();
    list?.focus();
    list?.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }));
    await until(() => heading() !== before && edit() !== undefined);
    await rest();
    const from = performance.now();
    edit()?.click();
    await until(() => document.querySelector('.decision-main input[type="date"]') !== null);
    // The frame in which the fields are on screen.
    await frame();
    times.push(performance.now() - from);
    await rest();
  }
  return times.toSorted((left, right) => left - right);
}

/** Opening the form of a question, again and again. */
export async function benchForm(): Promise<void> {
  const load = () => loadavg()[0]?.toFixed(1) ?? '';
  const before = load();
  const stage = await startStage(ask);
  try {
    const taskId = await stage.start('ask', 'Plans');
    const isAsked = async () =>
      (await stage.api<Pick<Task, 'openPrompts'>>(`/api/tasks/${taskId}`)).openPrompts.blocking ===
      openPrompts;
    while (!(await isAsked())) await new Promise((resolve) => setTimeout(resolve, 100));
    const page = await stage.open();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${stage.url}/inbox`);
    await page.getByRole('option').first().waitFor();
    // The first one also loads the code of the form.
    const first = await page.evaluate(eachForm, 1);
    const times = await page.evaluate(eachForm, openPrompts - 4);
    const at = (share: number) =>
      `${(times[Math.floor((times.length - 1) * share)] ?? Number.NaN).toFixed(0)} ms`;
    printTable(
      ['Opening a form', 'first', 'p50', 'p75', 'p95', 'load before, after'],
      [
        [
          `${times.length} questions`,
          `${(first[0] ?? Number.NaN).toFixed(0)} ms`,
          at(0.5),
          at(0.75),
          at(0.95),
          `${before}, ${load()}`,
        ],
      ],
    );
  } finally {
    await stage.close();
  }
}
