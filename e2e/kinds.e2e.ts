import { execFileSync } from 'node:child_process';
import { canonicalJson } from '@countersign/json/canonical-json';
import { expect, test } from './fixtures.ts';
import { answersAt, promptNow, startAsking } from './pages/asking.ts';
import { inbox } from './pages/console.ts';
import { openAt } from './pages/desk.ts';

test.use({ stackOptions: { crew: false } });

const booking = {
  upPrompt: { ask: 'Shall I book this room?', effect: 'The room is paid.' },
  payload: { hotel: 'Elster', nights: 2, note: 'Quiet side, please', guests: ['Ada'] },
  upContext: {
    schema: {
      type: 'object',
      properties: {
        hotel: { type: 'string', title: 'Hotel' },
        nights: { type: 'integer', title: 'Nights', minimum: 1 },
        note: { type: 'string', title: 'Note' },
        guests: { type: 'array', title: 'Guests', items: { type: 'string' } },
      },
      required: ['hotel', 'nights'],
    },
  },
};

const ranking = {
  ask: 'In which order shall I call them?',
  payload: {
    candidates: [
      { id: 'ada', name: 'Ada', rate: 90 },
      { id: 'bob', name: 'Bob', rate: 85 },
      { id: 'eve', name: 'Eve', rate: 90 },
    ],
  },
};

test('an edit arrives as the patch and the value that were shown', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack);
  const prompt = await asking.ask('book', booking);
  await openAt(page, stack, prompt.id);
  const { panel, answer, send, expectDelivered, bytes } = inbox(page);
  await answer('Edit').click();
  await panel.getByLabel('Nights').fill('3');
  await panel.getByLabel('Note').fill('Quiet side and late, please');
  await expect(panel.getByText('2 edits by you')).toBeVisible();
  await panel.getByText('Difference', { exact: true }).click();
  const difference = panel.getByRole('region', { name: 'Your version compared with the proposal' });
  // Each line contains only its own text; that of the other side is hidden from screen readers too.
  const seen = { useInnerText: true };
  await expect(difference.locator('.diff-removed')).toContainText(
    [/"nights":.*2,/s, /Quiet side, p/],
    seen,
  );
  await expect(difference.locator('.diff-added')).toContainText(
    [/"nights":.*3,/s, /and late/],
    seen,
  );
  await expect(difference.locator('.diff-removed').last()).not.toContainText('late', seen);
  const patch = panel.getByRole('region', { name: 'Changes to the proposal' });
  await expect(patch.getByRole('listitem')).toHaveText([
    'Nights: 2 → 3',
    'Note: Quiet side, please → Quiet side and late, please',
  ]);
  await panel.getByLabel('Severity').selectOption('major');
  await panel.getByLabel('Priority').selectOption('urgent');
  const shown = await bytes();
  await send('Send 2 edits').click();
  await expectDelivered();
  const feedback = await asking.answer();
  expect(feedback).toEqual({
    type: 'edit',
    target: { messageId: 'book' },
    metadata: { severity: 'major', priority: 'urgent' },
    content: {
      patch: [
        { op: 'replace', path: '/nights', value: 3 },
        { op: 'replace', path: '/note', value: 'Quiet side and late, please' },
      ],
      value: { ...booking.payload, nights: 3, note: 'Quiet side and late, please' },
    },
  });
  expect(shown).toBe(canonicalJson(feedback));
  await asking.close();
});

test('a ranking is made by dragging', async ({ console: page, stack }) => {
  const asking = await startAsking(stack);
  const prompt = await asking.ask('rank', ranking);
  await openAt(page, stack, prompt.id);
  const { panel, answer, send, expectDelivered } = inbox(page);
  await answer('Rank').click();
  const order = panel.getByRole('list', { name: 'Your order, best first' });
  const rowOf = (name: string) => order.getByRole('listitem').filter({ hasText: name });
  const middle = async (name: string) => {
    const box = await rowOf(name)
      .getByRole('button', { name: /^Drag / })
      .boundingBox();
    if (box === null) throw new Error(`${name} is not there`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [from, to] = [await middle('Eve'), await middle('Ada')];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y - 10);
  await page.mouse.move(to.x, to.y - 4, { steps: 8 });
  await page.mouse.up();
  await expect(rowOf('Eve').getByRole('button', { name: 'Move Eve up' })).toBeDisabled();
  // For 50 ms after a drag, the library swallows clicks.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 60)));
  await send('Send order').click();
  await expectDelivered();
  expect(await asking.answer()).toMatchObject({ content: { order: ['eve', 'ada', 'bob'] } });
  await asking.close();
});

test('notes on a field and on a passage of a text are one comment, and the question can still be answered', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack);
  const prompt = await asking.ask('book', { ...booking, explanation: 'It is near. It is cheap.' });
  await openAt(page, stack, prompt.id);
  const { panel, answer, send, expectDelivered, bytes } = inbox(page);
  await answer('Comment').click();
  const places = panel.getByRole('region', { name: 'What can be commented on' });
  await places.getByRole('button', { name: 'Note at Nights' }).click();
  const notes = panel.getByRole('list', { name: 'Notes' }).getByRole('textbox');
  await expect(notes).toBeFocused();
  await page.keyboard.type('One is enough.');
  await places.getByRole('button', { name: 'Choose words in Note' }).click();
  const words = places.getByRole('textbox', { name: /^Select words here/ });
  await expect(words).toBeFocused();
  await page.keyboard.type('Not here');
  await expect(words).toHaveValue('Quiet side, please');
  await page.keyboard.press('Home');
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowRight');
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Shift+ArrowRight');
  await places.getByRole('button', { name: 'Note on the selection' }).click();
  await expect(notes).toHaveCount(2);
  await notes.nth(1).fill('Which side?');
  await panel.getByLabel('Overall note').fill('Please check both.');
  const shown = await bytes();
  await send('Add comment').click();
  const said = panel.getByRole('region', { name: 'Comments' }).getByRole('listitem');
  await expect(said).toContainText('Please check both.');
  await expect(said).toContainText('Nights: One is enough.');
  await expect(said).toContainText('“side” in Note: Which side?');
  const feedback = await asking.answer();
  expect(feedback).toMatchObject({
    type: 'comment',
    content: {
      text: 'Please check both.',
      annotations: [
        { pointer: '/nights', text: 'One is enough.' },
        { pointer: '/note', range: { start: 6, end: 10 }, text: 'Which side?' },
      ],
    },
  });
  expect(shown).toBe(canonicalJson(feedback));
  expect((await promptNow(stack, prompt.id)).state).toBe('open');
  await answer('Approve').click();
  await send('Send approval').click();
  await expectDelivered();
  expect(answersAt(asking.agent).map(({ type }) => type)).toEqual(['comment', 'approve']);
  await asking.close();
});

test('a passage is marked for a note with the mouse', async ({ console: page, stack }) => {
  const asking = await startAsking(stack);
  const prompt = await asking.ask('book', { ...booking, explanation: 'It is near. It is cheap.' });
  await openAt(page, stack, prompt.id);
  const { panel, answer, send } = inbox(page);
  await answer('Comment').click();
  const places = panel.getByRole('region', { name: 'What can be commented on' });
  await places.getByText('It is near. It is cheap.').dblclick({ position: { x: 4, y: 8 } });
  await places.getByRole('button', { name: 'Note on the selection' }).click();
  await panel.getByRole('list', { name: 'Notes' }).getByRole('textbox').fill('What is?');
  await send('Add comment').click();
  await expect(panel.getByRole('region', { name: 'Comments' })).toContainText(
    '“It” in Why: What is?',
  );
  expect(await asking.answer()).toMatchObject({
    content: { annotations: [{ range: { start: 0, end: 2 }, text: 'What is?' }] },
  });
  await asking.close();
});

test('the request copied as curl answers the prompt', async ({ console: page, context, stack }) => {
  const asking = await startAsking(stack);
  const prompt = await asking.ask('book', booking);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openAt(page, stack, prompt.id);
  const { panel, answer } = inbox(page);
  await answer('Instruct').click();
  await panel.getByLabel('Instruction').fill(`it's "quoted" $HOME \`date\` IDEMPOTENCY_KEY`);
  await panel.getByRole('button', { name: 'Copy as curl' }).click();
  await expect(panel.getByRole('button', { name: 'Copied' })).toBeVisible();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  // Not every machine has uuidgen; the command itself runs as copied.
  execFileSync('sh', ['-c', `uuidgen() { cat /proc/sys/kernel/random/uuid; }\n${command}`], {
    env: { ...process.env, COUNTERSIGN_TOKEN: stack.token },
  });
  expect(await asking.answer()).toEqual({
    type: 'instruction',
    target: { messageId: 'book' },
    content: { text: `it's "quoted" $HOME \`date\` IDEMPOTENCY_KEY` },
  });
  expect((await promptNow(stack, prompt.id)).state).toBe('answered');
  await asking.close();
});
