import { join } from 'node:path';
import type { AnswerBody } from '@countersign/bff/testing/answer-body';
import { startChildServer } from '@countersign/bff/testing/child-server';
import { damageLeaf, damageTables } from '@countersign/bff/testing/damage';
import { describeAgent, type Harness, startHarness } from '@countersign/bff/testing/harness';
import {
  type ScriptedAgent,
  startScriptedAgent,
  upMessage,
} from '@countersign/bff/testing/scripted-agent';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '../store/sqlite/database.ts';

let harness: Harness | null = null;
let agent: ScriptedAgent;
beforeEach(async () => {
  agent = await startScriptedAgent();
});
afterEach(async () => {
  await harness?.close();
  harness = null;
  await agent.close();
});

const copies = 120;
const copyOf = (index: number) => String(index).padStart(4, '0');

/** A store with one task that asks once, and copies of its rows: enough that their tables have many pages. */
async function filledStore(): Promise<{ directory: string; taskId: string }> {
  harness = await startHarness({ agents: [describeAgent(agent)] });
  const { taskId, runId } = await harness.start('demo', 'Title-0000 of this one');
  const run = await agent.run(0);
  run.send({ type: 'RUN_STARTED', threadId: taskId, runId });
  run.send(
    upMessage(taskId, {
      messageId: 'chatcmpl-B7xQ2vN9wLk3Yt8Rz1Mc4Dh6',
      state: 'needsHumanDecision',
      ask: 'Ask-0000 of this one?',
      payload: { amount: 5, text: 'x'.repeat(300) },
    }),
  );
  await harness.untilPrompt(taskId, 'open');
  const { directory } = harness;
  await harness.close('keep-directory');
  harness = null;
  const store = openDatabase(join(directory, 'countersign.db'), 'write');
  const columns = (table: string) =>
    store
      .all<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`)
      .map((row) => row.name);
  const copy = (table: string, id: string, changed: Record<string, string>) => {
    const names = columns(table);
    const values = names.map((name) => changed[name] ?? name);
    store.run(`INSERT INTO ${table}(${names}) SELECT ${values} FROM ${table} WHERE id = ?`, id);
  };
  const [prompt] = store.all<{ id: string }>('SELECT id FROM prompts');
  for (let index = 1; index <= copies; index += 1) {
    const n = copyOf(index);
    const text = `replace(title, '0000', '${n}')`;
    copy('runs', runId, {
      id: `'run-${n}'`,
      thread: `'task-${n}'`,
      status: `'finished'`,
      ended: '1',
    });
    copy('tasks', taskId, {
      id: `'task-${n}'`,
      run: `'run-${n}'`,
      title: text,
      started: `started - ${index}`,
    });
    copy('prompts', prompt?.id ?? '', {
      id: `'prompt-${n}'`,
      thread: `'task-${n}'`,
      run: `'run-${n}'`,
      message_id: `'message-${n}'`,
      ask: `replace(ask, '0000', '${n}')`,
      opened: `opened - ${index}`,
    });
  }
  store.all('PRAGMA wal_checkpoint(TRUNCATE)');
  store.close();
  return { directory, taskId };
}

/** Overwrites a leaf with one of the later copies, and returns its number. */
function damageCopy(directory: string, textOf: (n: string) => string, beside: string): string {
  const numbers = Array.from({ length: copies / 2 + 1 }, (_, index) => copyOf(copies / 2 + index));
  const text = damageLeaf(directory, numbers.map(textOf), beside);
  return numbers.find((n) => textOf(n) === text) ?? '';
}

async function allOf(path: string, query = ''): Promise<AnswerBody['items']> {
  const items: AnswerBody['items'] = [];
  for (let cursor = ''; ; ) {
    const { status, body } = await harness!.request('GET', `${path}?${query}limit=50${cursor}`);
    expect(status).toBe(200);
    items.push(...body.items);
    if (body.nextCursor === null) return items;
    cursor = `&cursor=${body.nextCursor}`;
  }
}
const agents = () => [describeAgent(agent)];

it('a damaged page of prompts affects only those on it, and marks their tasks', async () => {
  const { directory } = await filledStore();
  const damaged = damageCopy(directory, (n) => `Ask-${n} of this one?`, 'needsHumanDecision');
  harness = await startHarness({ agents: agents(), directory });
  const prompts = await allOf('/api/prompts');
  const asks = new Set(prompts.map(({ ask }) => ask));
  expect(asks.size).toBe(prompts.length);
  expect(asks).not.toContain(`Ask-${damaged} of this one?`);
  expect(asks.size).toBeGreaterThan(copies - 20);
  const lost = Array.from({ length: copies }, (_, index) => copyOf(index + 1)).filter(
    (n) => !asks.has(`Ask-${n} of this one?`),
  );
  const marked = async () =>
    (
      await harness!.services.journal.read.all<{ key: string }>(
        `SELECT key FROM keys WHERE scope = 'damaged'`,
      )
    ).map(({ key }) => key);
  await harness.until(async () => (await marked()).length >= lost.length);
  expect((await marked()).toSorted()).toEqual(lost.map((n) => `task-${n}`));
  const one = await harness.request('GET', `/api/prompts/prompt-${damaged}`);
  expect([one.status, one.body.type]).toEqual([500, expect.stringMatching(/store-damaged$/)]);
  expect(await allOf('/api/prompts', 'order=closed&')).toEqual([]);
  const tasks = await allOf('/api/tasks');
  expect(tasks).toHaveLength(copies + 1);
  expect(tasks.find(({ id }) => id === `task-${damaged}`)?.damaged).toBe(true);
}, 60_000);

it('a damaged page of tasks leaves their ids in the list, and the others unchanged', async () => {
  const { directory, taskId } = await filledStore();
  const damaged = damageCopy(directory, (n) => `Title-${n} of this one`, 'task-');
  harness = await startHarness({ agents: agents(), directory });
  const tasks = await allOf('/api/tasks');
  expect(new Set(tasks.map(({ id }) => id)).size).toBe(copies + 1);
  expect(tasks.find(({ id }) => id === `task-${damaged}`)).toMatchObject({
    title: `task-${damaged}`,
    damaged: true,
  });
  const whole = tasks.filter(({ damaged }) => damaged === undefined);
  expect(whole.length).toBeGreaterThan(copies - 60);
  expect(whole.every(({ title }) => title.startsWith('Title-'))).toBe(true);
  const { status } = await harness.request('GET', `/api/tasks/${taskId}`);
  expect(status === 200 || status === 500).toBe(true);
  const started = await harness.request('POST', '/api/tasks', { agentId: 'demo', message: 'go' });
  expect(started.status).toBe(201);
}, 60_000);

it('a start that needs lost data says what to do', async () => {
  const { directory } = await filledStore();
  damageTables(directory, ['agents']);
  const said = await startChildServer(directory, [], {}).then(
    async (server) => {
      await server.kill('SIGKILL');
      return 'it started';
    },
    (error: Error) => error.message,
  );
  expect(said).toMatch(/cannot be read .*Put a backup in its place, or move it away/);
  expect(said).not.toMatch(/\n\s+at /);
}, 60_000);

it('a run that cannot be read does not keep others from being resumed, and its task is marked', async () => {
  const { directory, taskId } = await filledStore();
  const store = openDatabase(join(directory, 'countersign.db'), 'write');
  store.run(
    `UPDATE runs SET ended = NULL, status = 'running', contacted = 1 WHERE id >= 'run-0060'`,
  );
  store.all('PRAGMA wal_checkpoint(TRUNCATE)');
  store.close();
  const n = damageCopy(directory, (number) => `run-${number}`, '"runId"');
  harness = await startHarness({ agents: agents(), directory });
  await harness.untilEvent(taskId, ({ type }) => type === 'RUN_ERROR');
  const marked = () =>
    harness!.services.journal.read.get(
      `SELECT 1 FROM keys WHERE scope = 'damaged' AND key = ?`,
      `task-${n}`,
    );
  await harness.until(async () => (await marked()) !== undefined);
  expect(harness.services.journal.state().damaged).toContain('runs');
}, 60_000);
