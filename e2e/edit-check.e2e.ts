import { expect, test } from './fixtures.ts';
import { startAsking } from './pages/asking.ts';
import { inbox } from './pages/console.ts';
import { openAt } from './pages/desk.ts';

test.use({ stackOptions: { crew: false } });

test('an agent that offers a check and never replies does not block the answer', async ({
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack, { id: 'planner', name: 'Radio Planner' });
  const prompt = await asking.ask('call_Yk3Xr0T9vQm2LpB7sNaW4dHc1', {
    ask: 'Change the identity of this cell?',
    payload: { cell: 'NTO-0438-2', identity: 20 },
    upPrompt: { check: { endpoint: '/silent' } },
  });
  await openAt(page, stack, prompt.id);
  const { panel, answer, send } = inbox(page);
  await answer('Edit').click();
  await panel.getByRole('textbox', { name: /^identity/i }).fill('500');
  await expect(panel.getByText('Radio Planner is checking your changes')).toBeVisible();
  await expect(panel.getByText('Not checked by Radio Planner.')).toBeVisible();
  await expect(panel.getByText('You can still send it.')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Check again' })).toBeVisible();
  await send('Send 1 edit').click();
  expect(await asking.answer()).toMatchObject({
    type: 'edit',
    content: { value: { cell: 'NTO-0438-2', identity: 500 } },
  });
  await asking.close();
});
