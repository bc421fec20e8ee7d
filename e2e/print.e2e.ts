import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { startAsking } from './pages/asking.ts';
import { inbox } from './pages/console.ts';
import { openAt } from './pages/desk.ts';
import { settleFocus } from './pages/keyboard.ts';

test.use({ stackOptions: { crew: false } });

const cells = Array.from({ length: 60 }, (_, index) => ({
  cell: `NTO-04${String(index).padStart(2, '0')}-1`,
  site: 'Nantes-Ouest, rue de la Convention, roof of the town hall',
  now: 80 + index,
  proposed: 210 + index,
  clears: `Collision with NTO-0415-${String(index)} at ARFCN 636666, and two confusions`,
  window: '14:30 to 15:00 on the first working day after the fair',
}));

const question = {
  ask: 'Reassign the identities of 60 cells?',
  severity: 'major',
  explanation: 'Two cells 1.9 km apart share an identity. '.repeat(30),
  payload: {
    assignments: cells,
    note: 'The change window opens at 14:30.\n'.repeat(40),
    seal: '9d5a4c7b8a540f6f5e2a9b11'.repeat(9),
  },
  upPrompt: {
    effect: '60 cells change identity, each off air for about 40 s.',
    waiting: ['config-push', 'kpi-watch'],
  },
  upThought: { confidence: 0.62, reasoning: ['Reuse distance is 6.4 km.'] },
};

/** A4 in px, minus margins of 10 mm. */
const paperSize = { width: 718, height: 1047 };

/** Runs in the page: text cut off on paper or beyond its right edge, broken figures, and text too pale for paper. */
function faultsOnPaper(): string[] {
  const paper = document.querySelector('.decision');
  if (paper === null) return ['no decision'];
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} “${(element.textContent ?? '').trim().slice(0, 40)}”`;
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
    const linear = [red, green, blue].map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0);
  };
  const linesOf = (element: Element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  };
  const end = document.documentElement.scrollHeight;
  return [...paper.querySelectorAll('*')].flatMap((element) => {
    if (
      !element.checkVisibility({ visibilityProperty: true }) ||
      element.closest('.visually-hidden')
    )
      return [];
    if (element.closest('svg') !== null) return [];
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const faults: string[] = [];
    if (box.right > innerWidth + 1) faults.push('beyond the right edge');
    if (box.bottom + scrollY > end + 1) faults.push('below the last page');
    const clips = style.overflowX !== 'visible' || style.overflowY !== 'visible';
    const isCut =
      element.scrollWidth > element.clientWidth + 1 ||
      element.scrollHeight > element.clientHeight + 1;
    if (clips && element.clientWidth > 1 && isCut) faults.push('cut off');
    const speaks = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
    );
    if (element.matches('td.number') && linesOf(element) > 1) faults.push('over two lines');
    if (speaks && 1.05 / (luminance(style.color) + 0.05) < 4.5) faults.push('too pale');
    return faults.map((fault) => `${nameOf(element)}: ${fault}`);
  });
}

async function onPaper(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await page.setViewportSize(paperSize);
}

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length;

test('a printed decision contains everything that was shown, and no buttons', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack);
  const prompt = await asking.ask('call_Yk3Xr0T9vQm2LpB7sNaW4dHc1', question);
  await page.emulateMedia({ colorScheme: 'dark' });
  await openAt(page, stack, prompt.id);
  await expect(page.getByRole('group', { name: 'Answer' })).toBeVisible();
  await onPaper(page);

  const paper = page.locator('.decision');
  await expect(paper.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(paper.getByText('Reuse distance is 6.4 km.')).toBeVisible();
  await expect(paper.getByText('NTO-0459-1')).toBeVisible();
  await expect(paper.getByRole('columnheader', { name: 'Window' })).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  expect(await page.evaluate(faultsOnPaper)).toEqual([]);
  // 60 rows and 40 lines do not fit one sheet: content that scrolls on screen continues on the next sheet.
  const pdf = await page.pdf({ format: 'A4', margin: { top: '10mm', bottom: '10mm' } });
  expect(pagesOf(pdf)).toBeGreaterThanOrEqual(3);
  await asking.close();
});

test('a long text starts on the current sheet, and leaves no sheet half empty', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack);
  // The text is nearly a sheet long, and starts in the middle of one.
  const prompt = await asking.ask('call_Yk3Xr0T9vQm2LpB7sNaW4dHc3', {
    ...question,
    payload: { notice: 'The change window opens at 14:30.\n'.repeat(44) },
  });
  await openAt(page, stack, prompt.id);
  await expect(page.getByRole('group', { name: 'Answer' })).toBeVisible();
  await onPaper(page);
  expect(await page.evaluate(faultsOnPaper)).toEqual([]);
  const pdf = await page.pdf({ format: 'A4', margin: { top: '10mm', bottom: '10mm' } });
  expect(pagesOf(pdf)).toBe(2);
  await asking.close();
});

test('a printed answered question contains the answer, its author, and its seal', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack);
  const prompt = await asking.ask('call_Yk3Xr0T9vQm2LpB7sNaW4dHc2', question);
  await openAt(page, stack, prompt.id);
  const { panel, answer, send } = inbox(page);
  await expect(panel.getByRole('heading', { level: 1 })).toBeFocused();
  await settleFocus(page);
  await answer('Reject').click();
  await panel.getByRole('textbox', { name: 'Reason' }).fill('Not before the fair is over.');
  await send('Send rejection').click();
  await asking.answer();
  await expect(panel.getByText(/^Answered by you/)).toBeVisible();
  await onPaper(page);

  const paper = page.locator('.decision');
  await expect(paper.getByText('Not before the fair is over.').first()).toBeVisible();
  await expect(paper.getByText(/^Answered by you/)).toBeVisible();
  await expect(paper.locator('.outcome .seal')).toBeVisible();
  expect(await page.evaluate(faultsOnPaper)).toEqual([]);
  await asking.close();
});
