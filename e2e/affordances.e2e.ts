import { expect, test } from './fixtures.ts';
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
  await expectAccessibleInBoth(page, 'the dialog of a service');
  await dialog.getByRole('button', { name: 'Register' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('list', { name: 'Services' })).toContainText('2 signifiers');
  await expectAccessibleInBoth(page, 'services');

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
  await expectAccessibleInBoth(page, 'signifiers and one of them');

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
  await expectFitsPhone(page, 'signifiers');
  await page.getByRole('link', { name: 'Services', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Services' })).toBeVisible();
  await expectFitsPhone(page, 'services');
});

test('the trail of a profile leads to the task of its call', async ({ console: page, stack }) => {
  await registerRobot(stack, robot);
  const { id: clientId, token } = await stack.api<{ id: string; token: string }>(
    '/api/mcp-clients',
    { body: { name: 'Executor' } },
  );
  const context = 'The agent wants to know where the arm is now';
  const body = { context, owner: clientId };
  await stack.api('/api/environment/profile/executor', { method: 'PUT', body });
  const call = async (name: string, args: object) => {
    const answer = await fetch(`${stack.url}/mcp/environment`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name, arguments: { profile_id: 'executor', ...args } },
      }),
    });
    expect(await answer.text()).toContain('"result"');
  };
  await call('read_signifiers', {});
  await call('invoke_signifier', { signifier: 'arm_pose' });
  await page.goto(`${stack.url}/agents/registry/trail`);
  const steps = page.getByRole('listitem').filter({ has: page.locator('time') });
  await expect(steps).toHaveCount(3);
  await expect(steps.nth(0)).toContainText('arm_pose');
  await expect(steps.nth(1)).toContainText('recommended');
  await expect(steps.nth(2)).toContainText(context);
  await expectAccessibleInBoth(page, 'the trail of a profile');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFitsPhone(page, 'the trail');
  await page.getByRole('link', { name: 'Rank again now' }).click();
  await expect(page.getByRole('region', { name: 'Recommended' })).toContainText('arm_pose');
});
