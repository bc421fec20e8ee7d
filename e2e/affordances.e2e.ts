import { expect, test } from './fixtures.ts';
import { inbox } from './pages/console.ts';
import { connectAgent } from './pages/environment-agent.ts';
import { expectAccessibleInBoth, expectFitsPhone } from './pages/page-checks.ts';
import { environmentEnv, type Robot, registerRobot, startRobot } from './pages/robot.ts';

test.use({ stackOptions: { crew: false, env: environmentEnv } });
test.describe.configure({ timeout: 300_000 });

let robot: Robot;
test.beforeEach(async () => {
  robot = await startRobot();
});
test.afterEach(() => robot.close());

const signifiers = '/agents/registry/signifiers';

test('a service is registered, ranked for a context, and called with the request in view', async ({
  console: page,
  stack,
}) => {
  await page.goto(`${stack.url}/agents`);
  await page.getByRole('link', { name: 'Affordances' }).click();
  await expect(page.getByText('No service is registered')).toBeVisible();
  await page.getByRole('link', { name: 'Services', exact: true }).click();
  await page.getByRole('button', { name: 'Register a service' }).click();
  const dialog = page.getByRole('dialog', { name: 'Register a service' });
  await dialog.getByLabel('Name').fill('arm');
  await dialog.getByLabel('Described by').selectOption('utcp');
  await dialog.getByLabel('Address of the description').fill(`${robot.origin}/manual`);
  await dialog.getByRole('button', { name: 'Register' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('list', { name: 'Services' })).toContainText('2 signifiers');

  await page.getByRole('link', { name: 'Signifiers' }).click();
  await page
    .getByLabel('What would an agent be about to do?')
    .fill('The agent wants to control a robot from a formal goal');
  const recommended = page.getByRole('region', { name: 'Recommended' });
  await expect(recommended.getByRole('button')).toHaveCount(1);
  await recommended.getByRole('button', { name: /arm_operation/ }).click();
  await expect(page.getByRole('article', { name: 'arm_operation' })).toContainText(
    'May destroy or move something',
  );
  await expect(recommended.locator('mark').first()).toBeVisible();
  await page.getByText('Compare selectors').click();
  await expect(page.getByRole('row', { name: /^arm_operation/ })).toContainText('Recommended');
  await expectAccessibleInBoth(page, 'signifiers and one of them, with selectors compared');
  // On a phone it is below the whole list: it comes into view, also when it is chosen once more.
  await page.setViewportSize({ width: 390, height: 844 });
  await recommended.getByRole('button', { name: /arm_operation/ }).click();
  const heading = page.getByRole('article').getByRole('heading', { name: 'arm_operation' });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await expect(page.getByRole('article').getByRole('heading', { name: 'Arguments' })).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('button', { name: 'Call', exact: true }).click();
  const call = page.getByRole('dialog', { name: 'Call arm_operation' });
  await call.getByLabel('Command').fill('move(10)');
  await expect(
    call.getByText(/^POST .*\/operation\nContent-Type: text\/plain\n\nmove\(10\)$/),
  ).toBeVisible();
  await expectAccessibleInBoth(page, 'a call before it is made');
  await call.getByRole('button', { name: 'Call now' }).click();
  await expect(call.getByText('Done')).toBeVisible();
  await expect(call).toContainText('"x": 30');
  expect(robot.operations).toEqual(['move(10)']);
  await expectAccessibleInBoth(page, 'a call that was made');
  await call.getByRole('button', { name: 'Call again' }).click();
  await call.getByLabel('Command').fill('move(5)');
  await expect(
    call.getByRole('region', { name: 'Compared with the last approved call' }),
  ).toContainText('"move(10)" "move(5)"');
  await expectAccessibleInBoth(page, 'a call beside the last approved one');
  await call.getByRole('button', { name: 'Call now' }).click();
  await expect(call.getByText('Done')).toBeVisible();
  await call.getByRole('link', { name: 'Show the task' }).click();
  await expect(page).toHaveURL(/\/tasks\//);
});

test('what moves something is confirmed by its name, and what has changed is approved again', async ({
  console: page,
  stack,
}) => {
  await registerRobot(stack, robot);
  await page.goto(`${stack.url}${signifiers}`);
  await page.getByRole('button', { name: /arm_wot_grip/ }).click();
  await page.getByRole('button', { name: 'Call', exact: true }).click();
  const call = page.getByRole('dialog', { name: 'Call arm_wot_grip' });
  const make = call.getByRole('button', { name: 'Call now' });
  await call.getByLabel('body').fill('3');
  await expect(call.getByText(/\/operation/)).toBeVisible();
  await expect(make).toBeDisabled();
  await call.getByLabel('Type arm_wot_grip to confirm').fill('arm_wot_grip');
  await make.click();
  await expect(call.getByText('Done')).toBeVisible();
  await call.getByRole('button', { name: 'Close' }).click();

  robot.words = 'Perform an operation, and tell others about it.';
  await page.getByRole('link', { name: 'Services', exact: true }).click();
  await page.getByRole('button', { name: 'Read arm again' }).click();
  await expect(page.getByText('0 new, 0 gone, 1 changed')).toBeVisible();
  await expect(page.getByText('1 waits for approval')).toBeVisible();
  await page.getByRole('link', { name: 'Signifiers' }).click();
  const blocked = page.getByRole('region', { name: 'Blocked' });
  await expect(blocked).toContainText('has changed and was not approved again');
  await blocked.getByRole('button', { name: /arm_operation/ }).click();
  await expect(page.getByText('It has changed since it was approved')).toBeVisible();
  await expectAccessibleInBoth(page, 'a signifier that has changed');
  await page.getByRole('button', { name: 'Approve as it is now' }).click();
  await expect(blocked).toContainText('Nothing is blocked');
  await page.getByRole('checkbox', { name: /^Pin/ }).check();
  await page.getByRole('button', { name: 'Save notes' }).click();
  await expect(page.getByRole('region', { name: 'Recommended' })).toContainText('pinned');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: 'Services', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Services' })).toBeVisible();
});

const operate = { signifier: 'arm_operation', arguments: 'move(10)', wait_seconds: 0 };

test('the trail of a profile is replayed, from its context to the result of its call', async ({
  console: page,
  stack,
}) => {
  await registerRobot(stack, robot);
  const context = 'The agent wants to control a robot from a formal goal';
  const call = await connectAgent(stack, context);
  await call('read_signifiers', {});
  await call('invoke_signifier', operate);
  await page.goto(`${stack.url}/agents/registry/trail`);
  const steps = page.getByRole('list', { name: 'Steps' }).getByRole('button');
  const known = page.getByRole('region', { name: 'What was known at this step' });
  await expect(known).toContainText('A person is asked');
  await expect(steps).toHaveCount(4);
  await page.goto(`${stack.url}/inbox`);
  const { answer, send, row, expectAcknowledged } = inbox(page);
  await row('Call arm_operation').click();
  await answer('Approve').click();
  await send('Send approval').click();
  await expectAcknowledged();

  await page.setViewportSize({ width: 1440, height: 440 });
  await page.goto(`${stack.url}/agents/registry/trail`);
  await expect(steps).toHaveCount(6);
  // The step that is shown is in view, wherever it is in the list.
  await expect(steps.last()).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(known).toContainText('"x": 30');
  await expect(known).toContainText('Approved by Administrator');
  await expectAccessibleInBoth(page, 'the trail of a profile');

  const slider = page.getByRole('slider', { name: 'Position in the trail' });
  await expect(slider).toHaveAttribute('aria-valuetext', /^Step 6 of 6: Result, /);
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(slider).toHaveAttribute('aria-valuetext', /^Step 5 of 6: Decision, /);
  await expect(known).toContainText('Approved by Administrator');
  await expect(known).not.toContainText('"x": 30');
  await page.keyboard.press(',');
  await expect(known).toContainText('A person is asked');
  await expect(known).not.toContainText('Approved by');
  await page.keyboard.press('Home');
  await expect(steps.first()).toHaveAttribute('aria-current', 'step');
  await expect(known).toContainText(context);
  await expect(known.getByText('arm_operation')).toHaveCount(0);
  await page.keyboard.press('.');
  await expect(known).toContainText('arm_operation');
  await page.reload();
  await expect(slider).toHaveAttribute('aria-valuetext', /^Step 2 of 6: Selection, /);
  await page.getByRole('button', { name: 'Newest step' }).click();
  await expect(known).toContainText('"x": 30');

  await page.setViewportSize({ width: 390, height: 844 });
  await expectFitsPhone(page, 'the trail');
  await page.getByRole('link', { name: 'Rank again now' }).click();
  await expect(page.getByRole('region', { name: 'Recommended' })).toContainText('arm_operation');
});

test('what is allowed for a task is seen, and taken back', async ({ console: page, stack }) => {
  await registerRobot(stack, robot);
  const call = await connectAgent(stack, 'work');
  void call('ask_human', { message: 'May I begin?', task: 'work' }, '/mcp').catch(() => {});
  const { answer, panel, send, row, expectAcknowledged } = inbox(page);
  const own = async () => {
    const { items } = await stack.api<{ items: { id: string; title: string }[] }>('/api/tasks');
    return items.find(({ title }) => title === 'work')?.id;
  };
  await expect.poll(own).toBeDefined();
  const task = await own();
  await call('invoke_signifier', { ...operate, task });
  await page.goto(`${stack.url}/inbox`);
  await row('Call arm_operation').click();
  await answer('Edit').click();
  await panel.getByLabel('Approved for').selectOption('all its calls in the caller’s task');
  await send('Send 1 edit').click();
  await expectAcknowledged();

  await page.goto(`${stack.url}/agents/registry/trail`);
  await page.getByRole('link', { name: 'Allowed', exact: true }).click();
  const allowed = page.getByRole('list', { name: 'Allowed' });
  await expect(allowed).toContainText('arm_operation');
  await expect(allowed).toContainText('to Executor, Profile executor');
  await expect(allowed).toContainText('allowed by Administrator');
  await expectAccessibleInBoth(page, 'what is allowed for tasks');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFitsPhone(page, 'what is allowed for tasks');
  await page.getByRole('button', { name: 'Revoke arm_operation for Executor' }).click();
  const dialog = page.getByRole('dialog', { name: 'Revoke arm_operation?' });
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Nothing is allowed for a task')).toBeVisible();
  expect(await call('invoke_signifier', { ...operate, arguments: 'move(5)', task })).toContain(
    'waiting',
  );
});
