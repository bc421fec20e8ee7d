import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Webhook, WebhookCall } from '@countersign/api/webhook';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { startAsking } from './pages/asking.ts';
import { desk } from './pages/desk.ts';

test.use({ stackOptions: { crew: false, env: { COUNTERSIGN_WEBHOOK_ALLOW: '127.0.0.1' } } });
// Each test signs several people in and runs axe several times.
test.describe.configure({ timeout: 180_000 });

interface Reported {
  title: string;
  body: string;
  closed: boolean;
  press: () => void;
}
declare global {
  interface Window {
    reported: Reported[];
    asked: number;
    tones: number;
    front: boolean;
  }
}

/** A browser whose notifications, tones and focus the test can read and set: a headless one has none of them. */
async function watchedBrowser(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.reported = [];
    window.asked = 0;
    window.tones = 0;
    window.front = false;
    document.hasFocus = () => window.front;
    class Watched {
      static permission = localStorage.getItem('test.permission') ?? 'default';
      static async requestPermission() {
        window.asked += 1;
        localStorage.setItem('test.permission', 'granted');
        Watched.permission = 'granted';
        return 'granted';
      }
      onclick: () => void = () => {};
      readonly #notified: Reported;
      constructor(title: string, { body = '' }: { body?: string } = {}) {
        this.#notified = { title, body, closed: false, press: () => this.onclick() };
        window.reported.push(this.#notified);
      }
      close() {
        this.#notified.closed = true;
      }
    }
    class Tone {
      constructor() {
        window.tones += 1;
      }
    }
    Object.assign(window, { Notification: Watched, AudioContext: Tone });
  });
}

async function setFront(page: Page, front: boolean): Promise<void> {
  await page.evaluate((now) => {
    window.front = now;
    window.dispatchEvent(new Event(now ? 'focus' : 'blur'));
  }, front);
}
const reportedIn = (page: Page) =>
  page.evaluate(() => window.reported.map(({ title, body, closed }) => ({ title, body, closed })));
const iconOf = (page: Page) =>
  page
    .locator('link[rel="icon"]')
    .getAttribute('href')
    .then((href) => decodeURIComponent(href ?? ''));

test('one tab notifies once about what blocks, until an operator has viewed it', async ({
  context,
  console: page,
  stack,
}) => {
  await watchedBrowser(context);
  const asking = await startAsking(stack);
  await page.goto(`${stack.url}/settings/general`);
  await expect(page.getByText('Connection: Live')).toBeVisible();
  const notifyMe = page.getByRole('switch', { name: 'Notify me when this window is not in front' });
  await expect(notifyMe).not.toBeChecked();
  await expect(page.getByRole('switch', { name: 'Play a short tone' })).not.toBeChecked();
  expect(await page.evaluate(() => window.asked)).toBe(0);
  await notifyMe.click();
  await expect(notifyMe).toBeChecked();
  expect(await page.evaluate(() => window.asked)).toBe(1);

  const other = await context.newPage();
  await other.goto(`${stack.url}/tasks`);
  await expect(other.getByText('Connection: Live')).toBeVisible();
  await setFront(page, true);
  await setFront(page, false);

  await asking.ask('aside', { state: 'followup', ask: 'Would you like a summary?' });
  const prompt = await asking.ask('book', { ask: 'Shall I book this secret room?' });
  for (const tab of [page, other]) {
    await expect(tab).toHaveTitle(/^\(1\) .* · Countersign$/);
    await expect.poll(() => iconOf(tab)).toContain('>1</text>');
    await expect(tab.getByRole('button', { name: 'Not seen yet: 1' })).toBeVisible();
  }
  const all = async () => [...(await reportedIn(page)), ...(await reportedIn(other))];
  await expect
    .poll(all)
    .toEqual([{ title: 'Countersign', body: 'A decision is needed', closed: false }]);

  await page.evaluate(() => window.reported[0]?.press());
  await expect(page).toHaveURL(new RegExp(`/inbox/${encodeURIComponent(prompt.id)}`));
  for (const tab of [page, other]) {
    await expect(tab.getByRole('button', { name: 'Nothing new' })).toBeVisible();
    await expect(tab).toHaveTitle(/^\(1\) /);
  }
  expect(await all()).toEqual([
    { title: 'Countersign', body: 'A decision is needed', closed: true },
  ]);
  expect(await page.evaluate(() => window.tones)).toBe(0);
  await asking.close();
});

test('the bell lists what no operator has viewed, by keyboard too; a viewer is not notified', async ({
  browser,
  console: page,
  stack,
}) => {
  const vera = await desk(browser, stack, { id: 'vera', name: 'Vera Lind', role: 'viewer' });
  const asking = await startAsking(stack);
  await asking.ask('one', { ask: 'Shall I book the first room?' });
  const second = await asking.ask('two', { ask: 'Shall I book the second room?' });
  await page.goto(`${stack.url}/tasks`);
  await vera.page.goto(`${stack.url}/inbox/${encodeURIComponent(second.id)}`);
  await expect(vera.page.getByRole('heading', { level: 1 })).toHaveText(/second room/);

  // A question that only a viewer has opened still counts.
  const bell = page.getByRole('button', { name: 'Not seen yet: 2' });
  await expect(bell).toBeVisible();
  await bell.focus();
  await page.keyboard.press('Enter');
  const list = page.getByRole('dialog', { name: 'Not seen yet' });
  await expect(list.getByRole('button', { name: /room/ })).toHaveText([/first/, /second/]);
  await expectAccessible(page, 'bell');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/inbox\//);
  await expect(page.getByRole('button', { name: 'Not seen yet: 1' })).toBeVisible();

  await vera.page.getByRole('button', { name: 'Nothing new' }).click();
  await expect(vera.page.getByText('Viewers are not notified')).toBeVisible();
  await asking.close();
  await vera.context.close();
});

test('a held J moves past questions without viewing them', async ({ console: page, stack }) => {
  await watchedBrowser(page.context());
  const asking = await startAsking(stack);
  const rooms = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
  for (const room of rooms) await asking.ask(room, { ask: `Shall I book the ${room} room?` });
  await page.goto(`${stack.url}/inbox?group=none`);
  await expect(page.getByRole('button', { name: 'Not seen yet: 6' })).toBeVisible();
  await page.evaluate(async () => {
    window.front = true;
    window.dispatchEvent(new Event('focus'));
    // As the keyboard repeats it.
    for (let press = 0; press < 5; press += 1) {
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'j', code: 'KeyJ', repeat: press > 0, bubbles: true }),
      );
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
  });
  // The one where it stopped has been viewed, after a second; those before it have not.
  await expect(page.getByRole('button', { name: 'Not seen yet: 5' })).toBeVisible();
  await page.getByRole('button', { name: 'Not seen yet: 5' }).click();
  const list = page.getByRole('dialog', { name: 'Not seen yet' });
  await expect(list.getByRole('button', { name: /room/ })).toHaveCount(5);
  await asking.close();
});

interface Call {
  headers: IncomingHttpHeaders;
  body: string;
}
/** A real receiver that fails as often as the parameter says. */
async function receiver(failures: number) {
  const calls: Call[] = [];
  const server: Server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    calls.push({ headers: request.headers, body });
    const isTest = body.includes('"type":"test"');
    const fails =
      !isTest && calls.filter((call) => !call.body.includes('"test"')).length <= failures;
    response.writeHead(fails ? 500 : 204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    calls,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** The check of a receiver (standardwebhooks.com), implemented independently. */
function signatureOf({ headers, body }: Call, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

test('a webhook is added, tested, called with a signature, and called again until it succeeds', async ({
  console: page,
  stack,
}) => {
  const hook = await receiver(1);
  const asking = await startAsking(stack);
  await page.goto(`${stack.url}/settings/webhooks`);
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a webhook' });
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog.getByText('Enter an http or https address')).toBeVisible();
  await dialog.getByLabel('Name').fill('Pager');
  await dialog.getByLabel('URL').fill(hook.url);
  await dialog.getByRole('button', { name: 'Add' }).click();
  const once = page.getByRole('dialog', { name: 'Pager was added' });
  const secret = await once.getByLabel('Secret that signs the calls').inputValue();
  expect(secret).toMatch(/^whsec_/);
  await expectAccessible(page, 'secret');
  await page.mouse.click(5, 5);
  await expect(once).toBeVisible();
  await once.getByRole('button', { name: 'I have it' }).click();
  await page.reload();
  await expect(page.getByText('Not called yet')).toBeVisible();
  expect(await page.content()).not.toContain(secret);

  await page.getByRole('button', { name: 'Test Pager' }).click();
  await expect(
    page.getByRole('status').filter({ hasText: /Delivered.*test · status 204/ }),
  ).toBeVisible();

  const prompt = await asking.ask('book', { ask: 'Shall I book this secret room?' });
  const lastDelivery = async () =>
    (await stack.api<{ items: Webhook[] }>('/api/webhooks')).items[0]?.lastDelivery;
  await expect.poll(lastDelivery).toMatchObject({ ok: false, promptId: prompt.id });
  await stack.pass(60_000);
  await expect.poll(() => hook.calls.length).toBe(3);
  const [tried, failed, done] = hook.calls;
  for (const call of hook.calls) {
    expect(call.headers['webhook-signature']).toBe(signatureOf(call, secret));
    expect(call.body).not.toContain('secret room');
  }
  expect(JSON.parse(tried?.body ?? '')).toMatchObject({ type: 'test' });
  const said = JSON.parse(done?.body ?? '') as WebhookCall;
  expect(said).toMatchObject({ type: 'prompt.opened', data: { promptId: prompt.id } });
  expect(said.data.url).toBe(`${stack.url}/inbox/${encodeURIComponent(prompt.id)}`);
  // The same call again, recognisable by its id.
  expect(done?.headers['webhook-id']).toBe(failed?.headers['webhook-id']);
  expect(done?.body).toBe(failed?.body);
  await expect.poll(lastDelivery).toMatchObject({ ok: true, attempts: 2, promptId: prompt.id });
  await page.reload();
  await expect(page.getByText(/Delivered.*status 204 · 2 attempts/)).toBeVisible();

  await page.getByRole('switch', { name: /Call Pager/ }).click();
  await expect(page.getByRole('switch', { name: /Call Pager/ })).not.toBeChecked();
  await page.getByRole('button', { name: 'Remove Pager' }).click();
  await page.getByRole('button', { name: 'Remove webhook' }).click();
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  await asking.close();
  await hook.close();
});

test('addresses on private networks are refused unless allowed', async ({
  browser,
  console: page,
  stack,
}) => {
  await page.goto(`${stack.url}/settings/webhooks`);
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a webhook' });
  await dialog.getByLabel('Name').fill('Metadata');
  await dialog.getByLabel('URL').fill('http://169.254.169.254/latest/meta-data');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await page.keyboard.press('Escape');

  const jonas = await desk(browser, stack, { id: 'jonas', name: 'Jonas Weber' });
  await jonas.page.goto(`${stack.url}/settings/webhooks`);
  await expect(jonas.page.getByText('Only an administrator may see this.')).toBeVisible();
  await expect(jonas.page.getByRole('button', { name: 'Add a webhook' })).toBeHidden();
  await jonas.context.close();
});
