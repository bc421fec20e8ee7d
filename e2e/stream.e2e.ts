import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { journalOf } from './journal.ts';
import { runStatus } from './pages/console.ts';
import { crews } from './pages/crews.ts';
import { press } from './pages/keyboard.ts';
import { expectAccessibleInBoth, expectFitsPhone } from './pages/page-checks.ts';
import { begin, finish, sendText, signal, startScripted } from './pages/scripted-task.ts';
import { taskPage } from './pages/task-page.ts';
import { test as playedTest } from './played-test.ts';
import { type ScriptedRun, scriptedAgent } from './scripted-agent.ts';

const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const away = 'https://tracker.example/pixel.png?user=1';

/** All kinds of output, each with content that tries to load or run something. */
const outputs: Record<string, unknown>[] = [
  {
    type: 'text',
    content: `So **much** ![x](${away}) [pay](javascript:alert(1)) <img src=${away}>`,
  },
  { type: 'thinking', data: { content: 'First the rates', elapsed: 3, thinking: false } },
  { type: 'fold', data: { title: 'Figures', fold: true, position: 'start' } },
  {
    type: 'table',
    columns: ['Cell', 'Drop'],
    rows: [
      ['NTO-1', 3],
      [`<img src=${away}>`, null],
      ...Array.from({ length: 40 }, (_, index) => [`NTO-${index + 2}`, 10 + index]),
    ],
  },
  { type: 'fold', data: { position: 'end' } },
  {
    type: 'toolCallShow',
    id: 'checks',
    data: {
      title: 'Checks',
      tools: [
        { id: 'a', name: 'Routes', progress: 73, data: { data: [{ type: 'image', url: away }] } },
      ],
    },
  },
  { type: 'icon', data: { icon: 'map-pin', color: `url(${away})` } },
  { type: 'progress', value: 0.4, label: 'Geocoding' },
  {
    type: 'chart',
    title: 'Rates',
    kind: 'bar',
    categories: Array.from({ length: 12 }, (_, index) => `Region ${index} of the south`),
    series: [{ name: 'Median', values: Array.from({ length: 12 }, (_, index) => 88_000 + index) }],
  },
  {
    type: 'graph',
    title: 'Cells',
    nodes: [
      { id: 'a', label: '22 → 25', x: 0, y: 0, state: 'changed' },
      { id: 'b', label: '5 → 26', x: 0.2, y: 0.1, state: 'changed' },
      { id: 'c', label: '0', x: 6, y: 4 },
    ],
    edges: [],
  },
  { type: 'image', base64: dot, mimeType: 'image/png', name: 'own.png' },
  { type: 'image', url: away, name: 'far.png' },
  { type: 'audio', url: 'https://tracker.example/a.mp3', name: 'far.mp3' },
  { type: 'video', url: 'https://tracker.example/a.mp4', name: 'far.mp4' },
  { type: 'file', base64: 'AAAA', mimeType: 'text/html', name: '../../run.html' },
  { type: 'hologram', depth: 3 },
];

function allParts(run: ScriptedRun): void {
  run.event({ type: 'BUSINESS_DATA_START', messageId: 'parade', role: 'assistant' });
  for (const output of outputs) {
    run.event({ type: 'BUSINESS_DATA_CONTENT', messageId: 'parade', delta: { output } });
  }
  run.event({ type: 'BUSINESS_DATA_END', messageId: 'parade' });
}

test.describe('an agent that uses all kinds of output', () => {
  test.use({ stackOptions: { crew: false } });

  test('is shown completely, and no request leaves the page', async ({ console: page, stack }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const agent = await scriptedAgent((run) => {
      begin(run);
      run.event({ type: 'STEP_STARTED', stepName: 'Show' });
      allParts(run);
      run.event({ type: 'STEP_FINISHED', stepName: 'Show' });
      finish(run);
    });
    try {
      const taskId = await startScripted(stack, agent);
      await runStatus(stack, taskId, 'finished');
      const { open, stream } = taskPage(page, stack);
      await open(taskId);
      await expect(stream.getByText('much')).toBeVisible();
      await expect(
        stream
          .getByText('own.png')
          .or(stream.getByAltText(/own.png/))
          .first(),
      ).toBeVisible();
      await expect(stream.getByRole('img', { name: 'Rates' })).toBeVisible();
      await expect(stream.getByRole('progressbar', { name: 'Geocoding' })).toBeVisible();
      await expect(stream.getByText('map-pin')).toBeVisible();
      await expect(stream.getByText('Output of type “hologram”')).toBeVisible();
      await expect(stream.getByRole('link', { name: /Open in a new tab/ })).toHaveCount(4);

      // By keyboard: a section is expanded, a table sorted, a chart shown as figures.
      await press(page, stream.getByRole('button', { name: /Figures/ }));
      await press(page, stream.getByRole('button', { name: 'Drop' }));
      await expect(stream.getByRole('columnheader', { name: 'Drop' })).toHaveAttribute(
        'aria-sort',
        'ascending',
      );
      await expect(stream.getByRole('cell', { name: `<img src=${away}>` })).toBeVisible();
      // A high table is scrolled to its last row.
      await stream.getByRole('group').filter({ hasText: 'NTO-41' }).last().focus();
      await page.keyboard.press('End');
      await expect(stream.getByRole('cell', { name: 'NTO-41' })).toBeInViewport();
      await press(page, stream.getByRole('button', { name: 'Fold step Show' }));
      await expect(stream.getByText('1 item folded')).toBeVisible();
      await page.keyboard.press('Enter');

      await expectAccessibleInBoth(page, 'every output');
      await page.setViewportSize({ width: 390, height: 844 });
      await expectFitsPhone(page, 'every output');
      // Charts and maps are drawn in the width of the phone: their words keep their size, are whole, and cover no other.
      for (const name of ['Rates', 'Cells']) {
        const drawing = stream.getByRole('img', { name });
        await drawing.scrollIntoViewIfNeeded();
        await expect.poll(() => drawing.evaluate(faultsOfWords), { message: name }).toEqual([]);
      }
      expect(
        asked.filter((url) => !url.startsWith(stack.url) && !/^(data|blob):/.test(url)),
      ).toEqual([]);
    } finally {
      await agent.close();
    }
  });
});

/** Words of a drawing that are too small, outside of it, or upon each other. Runs in the page. */
function faultsOfWords(drawing: Element): string[] {
  const frame = drawing.getBoundingClientRect();
  const words = [...drawing.querySelectorAll('text')].map((word) => ({
    says: word.textContent ?? '',
    box: word.getBoundingClientRect(),
  }));
  const drawn = drawing.getAttribute('viewBox')?.split(' ').map(Number)[2] ?? 0;
  const faults = words.length === 0 ? ['no words'] : [];
  if (frame.right > innerWidth || Math.abs(frame.width / drawn - 1) > 0.02)
    faults.push(`${String(frame.width)} px wide, drawn for ${String(drawn)}`);
  for (const [place, { says, box }] of words.entries()) {
    if (box.left < frame.left - 1 || box.right > frame.right + 1) faults.push(`outside: ${says}`);
    for (const other of words.slice(place + 1)) {
      const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
      if (wide > 1 && high > 4) faults.push(`${says} × ${other.says}`);
    }
  }
  return faults;
}

/** The distance of a line from the top of the window, px. */
const topOf = (page: Page, text: string) =>
  page
    .getByText(text, { exact: true })
    .evaluate((element) => Math.round(element.getBoundingClientRect().top));

test.describe('a reader', () => {
  test.use({ stackOptions: { crew: false } });

  test('keeps the place while the stream grows, sees what is new, and finds where reading ended', async ({
    console: page,
    stack,
  }) => {
    const steps = [signal(), signal(), signal()];
    const agent = await scriptedAgent(async (run) => {
      begin(run);
      for (let line = 0; line < 80; line += 1) sendText(run, `m${line}`, `Line ${line}`);
      await steps[0]?.given;
      for (let line = 80; line < 90; line += 1) sendText(run, `m${line}`, `Line ${line}`);
      await steps[1]?.given;
      for (let line = 90; line < 93; line += 1) sendText(run, `m${line}`, `Line ${line}`);
      await steps[2]?.given;
      finish(run);
    });
    try {
      const taskId = await startScripted(stack, agent);
      const { open, stream } = taskPage(page, stack);
      await open(taskId);
      await expect(stream.getByText('Line 79', { exact: true })).toBeInViewport();
      await expect(page.getByText('Following the end')).toBeVisible();

      await stream.hover();
      await page.mouse.wheel(0, -900);
      await expect(page.getByRole('button', { name: 'To the end' })).toBeVisible();
      const seen = await stream
        .getByText(/^Line [56]\d$/)
        .first()
        .innerText();
      const before = await topOf(page, seen);
      steps[0]?.give();
      await expect(page.getByRole('button', { name: '10 new' })).toBeVisible();
      expect(Math.abs((await topOf(page, seen)) - before)).toBeLessThanOrEqual(2);
      await expect(stream.getByText('Line 89', { exact: true })).not.toBeInViewport();

      await page.getByRole('button', { name: '10 new' }).click();
      await expect(stream.getByText('Line 89', { exact: true })).toBeInViewport();
      await expect(page.getByText('Following the end')).toBeVisible();

      await page.getByRole('link', { name: 'Tasks' }).first().click();
      await expect(page.getByRole('heading', { name: 'Tasks', level: 1 })).toBeVisible();
      steps[1]?.give();
      await expect
        .poll(async () =>
          (await journalOf(stack, taskId)).some(
            ({ event }) => event.type === 'BUSINESS_DATA_END' && event.messageId === 'm92',
          ),
        )
        .toBe(true);
      await page.goBack();
      const mark = stream.getByText(/^Since you left at .*: 9 events$/);
      await expect(mark).toBeVisible();
      await expect(stream.getByText('Line 92', { exact: true })).toBeInViewport();
      steps[2]?.give();
      await runStatus(stack, taskId, 'finished');
    } finally {
      for (const step of steps) step.give();
      await agent.close();
    }
  });

  test('opens a long run at its end and reads back to its beginning', async ({
    console: page,
    stack,
  }) => {
    const agent = await scriptedAgent((run) => {
      begin(run);
      for (let line = 0; line < 1_500; line += 1) sendText(run, `m${line}`, `Line ${line}`);
      finish(run);
    });
    try {
      const taskId = await startScripted(stack, agent);
      await runStatus(stack, taskId, 'finished');
      const { open, stream } = taskPage(page, stack);
      await open(taskId);
      await expect(stream.getByText('Line 1499', { exact: true })).toBeInViewport();
      await expect(stream.getByText('Line 1310', { exact: true })).toBeAttached();
      expect(await stream.getByText(/^Line \d+$/).count()).toBeLessThan(450);
      await expect
        .poll(
          async () => {
            await stream.evaluate(async (element) => {
              element.scrollTo(0, 300);
              await new Promise(requestAnimationFrame);
              element.scrollTo(0, 0);
            });
            return page.getByRole('button', { name: /earlier item/ }).count();
          },
          { timeout: 45_000 },
        )
        .toBe(0);
      await expect(stream.getByText('Line 0', { exact: true })).toBeAttached();
      await expect(stream.getByText('Line 1499', { exact: true })).not.toBeAttached();
      await page.getByRole('button', { name: 'To the end' }).click();
      await expect(stream.getByText('Line 1499', { exact: true })).toBeInViewport();
    } finally {
      await agent.close();
    }
  });
});

for (const crew of crews) {
  playedTest(
    `the stream of the ${crew.name} crew shows calls, hand-overs and answers`,
    async ({ console: page, stack, played }) => {
      const taskId = played.finished[crew.name];
      const { open, stream } = taskPage(page, stack);
      await open(taskId);
      await expect(stream.getByText(/^finished after/).last()).toBeVisible();
      const call = stream.getByRole('button', { name: new RegExp(crew.tool) }).first();
      await expect(call).toBeAttached();
      await expect(call).toContainText(/\d ?m?s/);
      await expect(stream.getByText(/hands over the task/).first()).toBeAttached();
      await expect(stream.getByText(crew.other).first()).toBeAttached();
      await expect(stream.getByText(crew.question).first()).toBeAttached();
      await expect(stream.getByRole('link', { name: 'Decision' }).first()).toBeAttached();
    },
  );
}
