import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, signIn, test } from './fixtures.ts';
import { startAsking } from './pages/asking.ts';
import { registrantToken } from './stack.ts';

test.use({ stackOptions: { crew: false } });
test.describe.configure({ timeout: 180_000 });

const mark = '\ufeff';
const evil = '=HYPERLINK("https://evil.example","pay")';

async function saved(page: Page, button: Locator): Promise<{ name: string; lines: string[] }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  const text = await readFile(await download.path(), 'utf8');
  expect(text.startsWith(mark)).toBe(true);
  return { name: download.suggestedFilename(), lines: text.slice(1).trimEnd().split('\r\n') };
}

test('every list is saved as a table that no spreadsheet works out', async ({
  browser,
  console: page,
  stack,
}) => {
  const asking = await startAsking(stack, { id: 'scripted', name: evil });
  const first = await asking.ask('one', { ask: evil, severity: 'minor', payload: { n: 1 } });
  await asking.ask('two', { ask: 'Pay "two", now?', severity: 'minor', payload: { n: 2 } });
  await stack.api('/api/webhooks', {
    body: {
      ...{ name: '@SUM(A1)', url: 'https://pager.example/hook', enabled: false },
      ...{ severityFrom: 'info', repeatMs: 120_000 },
    },
  });
  await stack.api('/api/operators', {
    body: { id: 'mei', name: '+1+1', role: 'viewer', groups: ['leads'] },
  });
  await stack.api('/api/rules', {
    body: {
      ...{ name: '-2+3', expiresAt: Date.now() + 3_600_000 },
      match: { agentId: 'scripted', conditions: [] },
      feedback: { type: 'approve' },
    },
  });
  await stack.api('/api/uap/services', {
    body: { name: '=ledger', protocol: 'http', host: 'tools.acme.example', port: 8080 },
    token: registrantToken,
  });
  await stack.api(`/api/prompts/${encodeURIComponent(first.id)}/decisions`, {
    body: {
      ...{ digest: first.digest, idempotencyKey: 'reject-0438-once' },
      feedback: { type: 'reject', content: { reason: 'No order' } },
    },
  });
  const save = page.getByRole('button', { name: 'Save as CSV' });
  const quoted = `"'${evil.replaceAll('"', '""')}"`;
  const lists = [
    ['/agents', 'agents.csv', /^Id,Agent,Protocol,URL/, quoted],
    ['/settings/rules', 'rules.csv', /^Id,Rule,State,When,Then/, "'-2+3,untried,"],
    ['/settings/webhooks', 'webhooks.csv', /^Id,Webhook,URL/, "'@SUM(A1),https://"],
    ['/settings/operators', 'operators.csv', /^Id,Operator,Role,Groups$/, "mei,'+1+1,viewer,leads"],
    ['/agents/registry/services', 'services.csv', /^Id,Service/, "'=ledger"],
  ] as const;
  for (const [path, name, heads, cell] of lists) {
    await page.goto(`${stack.url}${path}`);
    const file = await saved(page, save);
    expect([path, file.name]).toEqual([path, name]);
    expect(file.lines[0]).toMatch(heads);
    expect(file.lines.slice(1).join('\n')).toContain(cell);
  }

  // The queue as it is filtered: what is open, then what was answered.
  await page.goto(`${stack.url}/inbox`);
  await page.getByRole('button', { name: 'All open' }).click();
  const open = await saved(page, page.getByRole('menuitem', { name: 'Save 1 row as CSV' }));
  expect(open.name).toBe('questions.csv');
  expect(open.lines).toHaveLength(2);
  expect(open.lines[1]).toContain('"Pay ""two"", now?",true,minor,open,');
  await page.goto(`${stack.url}/inbox?show=answered`);
  await page.getByRole('button', { name: 'Answered' }).first().click();
  const answered = await saved(page, page.getByRole('menuitem', { name: /row as CSV$/ }));
  expect(answered.lines[1]).toContain(quoted);
  expect(answered.lines[1]).toMatch(/,Administrator,reject,\w+$/);

  const context = await browser.newContext({ locale: 'zh-CN' });
  await signIn(context, stack);
  const chinese = await context.newPage();
  await chinese.goto(`${stack.url}/agents`);
  const theirs = await saved(chinese, chinese.getByRole('button', { name: '存为 CSV' }));
  expect(theirs.lines[0]).toMatch(/^ID,智能体,协议,URL/);
  await context.close();
  await asking.close();
});
