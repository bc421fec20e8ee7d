import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { seat } from './pages/desk.ts';
import { noteMemory } from './pages/knowledge-seed.ts';
import { expectAccessibleInBoth, expectFitsPhone } from './pages/page-checks.ts';
import { type Stack, startStack } from './stack.ts';

test.describe.configure({ timeout: 120_000 });
test.use({ stackOptions: { crew: false, env: { COUNTERSIGN_REGISTRY_ALLOW: '127.0.0.1' } } });

/** Shares a memory as an operator does: extracted, and approved as it was seen. */
async function share(stack: Stack): Promise<void> {
  const memories = [await noteMemory(stack)];
  const { items } = await stack.api<{ items: { id: string; digest: string }[] }>(
    '/api/knowledge/extractions',
    { body: { memories } },
  );
  const decisions = items.map(({ id, digest }) => ({ id, digest, verdict: 'approve' }));
  await stack.api('/api/knowledge/extractions/decisions', { body: { decisions } });
}

/** Another server as a service of this one: registered, with a route and a policy that names its agent. */
async function connect(stack: Stack, other: Stack): Promise<void> {
  const { token } = await other.api<{ token: string }>('/api/programs', {
    body: { name: 'Plant A' },
  });
  await stack.api('/api/agents', {
    body: {
      ...{ id: 'plant-b', name: 'Plant B', protocol: 'mcp', url: `${other.url}/mcp` },
      ...{ mcp: { direct: ['shared_knowledge'] }, headers: { authorization: `Bearer ${token}` } },
    },
  });
  const { port, host } = new URL(other.url);
  const server = { name: 'Plant B', tools: [{ name: 'shared_knowledge' }] };
  await stack.api('/api/uap/services', {
    body: {
      ...{ name: 'plant-b', protocol: 'http', host: '127.0.0.1', port: Number(port), path: '/mcp' },
      ...{ agent_protocol: 'mcp', agent_info: { mcp_server_info: server } },
    },
  });
  await stack.api('/api/uap/routes', {
    body: { name: 'to-b', service: 'plant-b', protocols: ['http'] },
  });
  await stack.api('/api/gateway/policies/to-b', {
    method: 'PUT',
    body: {
      ...{ callers: [], approval: false, callsPerMinute: 60, hosts: [host] },
      ...{ callerMayAnswer: false, agent: 'plant-b' },
    },
  });
}

const fetchFrom = async (page: Page, service: string) => {
  await page.getByLabel('Service', { exact: true }).fill(service);
  await page.getByRole('button', { name: 'Fetch', exact: true }).click();
};

test('knowledge of another server is fetched and held, and its key is accepted, then no longer', async ({
  console: page,
  stack,
  processes,
}) => {
  const other = await startStack({ crew: false }, processes);
  try {
    await share(other);
    await connect(stack, other);
    const exchange = `${stack.url}/knowledge/exchange`;
    await page.goto(exchange);
    await fetchFrom(page, 'nobody');
    await expect(page.getByText(/knowledge of nobody was not fetched/)).toBeVisible();
    await fetchFrom(page, 'plant-b');
    await expect(page.getByText('1 held, 0 known already, 0 refused')).toBeVisible();
    await expectAccessibleInBoth(page, 'a fetch');
    await page.getByRole('link', { name: 'Review what was received' }).click();
    await expect(page.getByText('from plant-b')).toBeVisible();
    await expect(page.getByText('Signed by an unknown server')).toBeVisible();

    const { key } = await other.api<{ key: string }>('/api/knowledge/identity');
    await page.goto(exchange);
    await page.getByLabel('Name of the server').fill('Plant B');
    await page.getByLabel('Its key').fill('not the public key of anything');
    await page.getByRole('button', { name: 'Accept the key' }).click();
    await expect(page.getByText(/not an Ed25519 public key/)).toBeVisible();
    await page.getByLabel('Its key').fill(key);
    await page.getByRole('button', { name: 'Accept the key' }).click();
    const keys = page.getByRole('list', { name: 'Accepted keys' });
    await expect(keys).toContainText('Plant B');
    await expect(keys).toContainText('accepted by Administrator');
    await fetchFrom(page, 'plant-b');
    await expect(page.getByText('0 held, 1 known already, 0 refused')).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expectFitsPhone(page, 'an exchange with a key');
    await page.getByRole('link', { name: 'Review what was received' }).click();
    await expect(page.getByText('Signed by a server you accept')).toBeVisible();

    await page.goto(exchange);
    await keys.getByRole('button', { name: 'Stop accepting' }).click();
    const sure = page.getByRole('dialog', { name: 'Stop accepting the key of Plant B?' });
    await sure.getByRole('button', { name: 'Stop accepting' }).click();
    await expect(page.getByText('No key of another server is accepted.')).toBeVisible();
  } finally {
    await other.close();
  }
});

test('a rule lets leave what it names until somebody ends it, and what is shared is withdrawn', async ({
  console: page,
  stack,
}) => {
  // A rule shares only from a source of which a person has approved something.
  await share(stack);
  const id = await noteMemory(stack);
  await page.goto(`${stack.url}/knowledge/exchange`);
  await expect(page.getByText('No rule: everything waits for a person.')).toBeVisible();
  const form = page.locator('form').filter({ hasText: 'Add the rule' });
  await form.getByLabel('Name').fill('Hiring steps');
  await form.getByLabel('Only these types').selectOption('Workflow');
  await form.getByLabel('Only with one of these tags').fill('hiring');
  await form.getByLabel('Importance at least').selectOption('Low');
  await form.getByLabel('Ends').selectOption('in a day');
  await form.getByRole('button', { name: 'Add the rule' }).click();
  const rules = page.getByRole('list', { name: 'Sharing without approval by a person' });
  await expect(rules).toContainText('Hiring steps');
  await expect(rules).toContainText('by Administrator');
  await expectAccessibleInBoth(page, 'a rule that shares');

  // What it names needs no approval any more.
  await stack.api('/api/knowledge/extractions', { body: { memories: [id] } });
  await page.reload();
  const shared = page.getByRole('list', { name: 'Shared by this server' });
  await expect(shared).toContainText('by the rule Hiring steps');
  await expect(rules).toContainText('1 approved');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFitsPhone(page, 'a rule that shares');

  await rules.getByRole('button', { name: 'End it now' }).click();
  const sure = page.getByRole('dialog', { name: 'End the rule “Hiring steps” now?' });
  await sure.getByRole('button', { name: 'End it now' }).click();
  await expect(page.getByText('No rule: everything waits for a person.')).toBeVisible();
  const stop = shared.getByRole('button', { name: 'Stop sharing' });
  for (const left of [1, 0]) {
    await stop.first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop sharing' }).click();
    await expect(stop).toHaveCount(left);
  }
  await expect(page.getByText('Nothing is shared.')).toBeVisible();
});

test('viewers see who this server is and what it shares, and change nothing', async ({
  browser,
  stack,
}) => {
  await share(stack);
  const { token } = await stack.api<{ token: string }>('/api/operators', {
    body: { id: 'vera', name: 'Vera', role: 'viewer' },
  });
  const { page } = await seat(browser, stack, token);
  await page.goto(`${stack.url}/knowledge/exchange`);
  await expect(page.getByText('approved by Administrator')).toBeVisible();
  for (const name of ['Accept the key', 'Fetch', 'Add the rule', 'Stop sharing']) {
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  }
  await stack.api('/api/knowledge/extractions', { body: { memories: [await noteMemory(stack)] } });
  await page.goto(`${stack.url}/knowledge/extraction`);
  const first = page.getByRole('region', { name: 'Filtered' });
  await expect(first.getByText(/only people who may approve it/)).toBeVisible();
  await expect(page.getByText('ada.meyer')).toHaveCount(0);
});
