import type { Page } from '@playwright/test';
import { longTaskMs, recordMainThread } from './main-thread.ts';
import { type Stage, startStage } from './stage.ts';
import { median, printTable, ratio } from './table.ts';

const sizes = [100, 10_000] as const;
const rounds = 7;
const idleSeconds = 10;
/** Requests that register services at the same time. */
const lanes = 8;

const trades = ['Paints walls', 'Books trains', 'Plans routes', 'Sends invoices', 'Finds alarms'];
const registration = (index: number) => ({
  ...{ ephemeral: true, name: `service-${index % 500}`, protocol: 'http', host: '10.0.0.5' },
  ...{ port: 1 + (index % 60_000), path: `/${index}`, agent_protocol: 'hai' },
  ephemeral_check: { check_type: 'TTL', renewal_delete_timeout: '60m' },
  agent_info: {
    agent_descriptor: {
      name: `Agent ${index}`,
      description: `${trades[index % trades.length]} in district ${index} with tool ${index % 97}.`,
    },
  },
});

interface Desk {
  stage: Stage;
  page: Page;
}

async function openDesk(size: number): Promise<Desk> {
  const stage = await startStage(async () => {});
  const indices = Array.from({ length: size }, (_, index) => index).values();
  const lane = async () => {
    for (const index of indices) await stage.api('/api/uap/services', registration(index));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return { stage, page: await stage.open() };
}

/** Until the first row is drawn after a load of the page, ms. */
async function opened({ stage, page }: Desk): Promise<number> {
  await page.goto(`${stage.url}/agents/registry/services`, { waitUntil: 'commit' });
  await page.locator('tbody tr').first().waitFor();
  return page.evaluate(() => performance.now());
}

/** From a key in the filter to the rows that fit it, ms. */
async function filtered({ page }: Desk, round: number): Promise<number> {
  const wanted = `service-${10 + round}`;
  await page.getByRole('searchbox').fill(wanted.slice(0, -1));
  await page.waitForTimeout(500);
  return page.evaluate(async (name) => {
    const box = document.querySelector<HTMLInputElement>('input[type="search"]');
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    const fits = () =>
      [...document.querySelectorAll('tbody tr b')].every(
        ({ textContent }) => textContent?.includes(name) === true,
      );
    const from = performance.now();
    set?.call(box, name);
    box?.dispatchEvent(new InputEvent('input', { bubbles: true }));
    return new Promise<number>((resolve) => {
      const look = () => (fits() ? resolve(performance.now() - from) : requestAnimationFrame(look));
      requestAnimationFrame(look);
    });
  }, wanted);
}

/** From the press that searches in plain words to the first hit, ms. */
async function found({ stage, page }: Desk, round: number): Promise<number> {
  await page.goto(`${stage.url}/agents/registry/services?find=`);
  await page
    .getByRole('textbox')
    .first()
    .fill(`book a train to district ${round + 1}`);
  return page.evaluate(async () => {
    const from = performance.now();
    document.querySelector<HTMLButtonElement>('form button[type="submit"]')?.click();
    return new Promise<number>((resolve) => {
      const look = () =>
        /% match/.test(document.querySelector('main')?.textContent ?? '')
          ? resolve(performance.now() - from)
          : requestAnimationFrame(look);
      requestAnimationFrame(look);
    });
  });
}

/** The open directory without a person: its main thread while it reads again and again. */
async function idle({ stage, page }: Desk): Promise<{ busy: number; longTasks: number }> {
  await page.goto(`${stage.url}/agents/registry/services`);
  await page.locator('tbody tr').first().waitFor();
  const ended = await recordMainThread(stage.browser);
  await page.waitForTimeout(idleSeconds * 1_000);
  const { busy, longCpuTasks } = await ended();
  return { busy, longTasks: longCpuTasks };
}

/** The directory in a browser: 10,000 services beside 100, in turn in the same run. */
export async function benchDirectory(): Promise<void> {
  const desks: Desk[] = [];
  try {
    for (const size of sizes) desks.push(await openDesk(size));
    const acts = { 'First row': opened, Filtered: filtered, 'Found in plain words': found };
    const rows: string[][] = [];
    for (const [name, act] of Object.entries(acts)) {
      const times: number[][] = desks.map(() => []);
      for (let round = 0; round < rounds; round += 1) {
        for (const [at, desk] of desks.entries()) times[at]?.push(await act(desk, round));
      }
      const [few = [], many = []] = times;
      rows.push([
        name,
        `${median(few).toFixed(0)} ms`,
        `${median(many).toFixed(0)} ms`,
        ratio(many, few),
      ]);
    }
    printTable(['Directory, wall clock', ...sizes.map(String), 'Ratio'], rows);
    const still = [];
    for (const desk of desks) still.push(await idle(desk));
    printTable(
      ['Open for 10 s', ...sizes.map(String)],
      [
        ['main thread computes', ...still.map(({ busy }) => `${(busy * 100).toFixed(1)} %`)],
        [`tasks over ${longTaskMs} ms`, ...still.map(({ longTasks }) => String(longTasks))],
      ],
    );
  } finally {
    for (const { stage } of desks) await stage.close();
  }
}
