import { openWorkshop, type Workshop } from '@countersign/bff/testing/workshop';
import type { JsonObject } from '@countersign/json/json-object';
import type { ServerTool } from '@countersign/testkit/mcp-server';
import { afterEach, beforeEach, expect, it } from 'vitest';

let shop: Workshop;
/** The arguments of every call that the server received. */
let received: JsonObject[];
beforeEach(() => {
  received = [];
});
afterEach(() => shop.close());

const tool = (listed: JsonObject = {}): ServerTool => ({
  listed,
  async call({ arguments: args }) {
    received.push(args);
    return { content: [{ type: 'text', text: 'done' }] };
  },
});
const destructive = { annotations: { destructiveHint: true } };

it('a tool is called with its approved arguments, whatever they are called', async () => {
  shop = await openWorkshop('current', { delete_items: tool() }, { mcp: {} });
  const calls = [
    { confirmation: 'yes', filter: 'old' },
    { arguments: '-rf', filter: 'old' },
    { arguments: { deep: 1 }, confirmation: 'delete_items' },
  ];
  for (const args of calls) {
    const taskId = await shop.call('delete_items', args);
    const prompt = await shop.harness().untilPrompt(taskId, 'open');
    await shop.decide(prompt, { type: 'approve' });
    await shop.harness().untilStatus(taskId, 'finished');
  }
  expect(received).toEqual(calls);
});

it('so is one that is approved by its typed name', async () => {
  shop = await openWorkshop('current', { wipe: tool(destructive) });
  const args = { confirmation: 'yes', arguments: ['old'] };
  const taskId = await shop.call('wipe', args);
  const prompt = await shop.harness().untilPrompt(taskId, 'open');
  const value = { arguments: args, confirmation: 'wipe' };
  await shop.decide(prompt, { type: 'edit', content: { value } });
  await shop.harness().untilStatus(taskId, 'finished');
  expect(received).toEqual([args]);
});

it('words in place of arguments are no answer: they neither approve a call nor refuse it', async () => {
  const tools = { send: tool(), wipe: tool(destructive) };
  shop = await openWorkshop('current', tools, { mcp: {} });
  for (const name of ['send', 'wipe']) {
    const taskId = await shop.call(name, { to: 'all' });
    const prompt = await shop.harness().untilPrompt(taskId, 'open');
    const text = 'No, do not do that.';
    const refused = await shop.decide(prompt, { type: 'edit', content: { text } });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ errors: [{ path: '/content/value' }] });
    await shop.decide(prompt, { type: 'reject', content: { reason: text } });
    await shop.harness().untilStatus(taskId, 'finished');
    expect(JSON.stringify(shop.events(taskId))).toContain(`${name} was not called.`);
    expect(shop.resultOf(taskId)).toBeUndefined();
  }
  expect(received).toEqual([]);
});

it('the question says which tool is called, whatever its title is', async () => {
  shop = await openWorkshop('current', { delete_repo: tool({ title: 'Read file' }) }, { mcp: {} });
  const taskId = await shop.call('delete_repo');
  const { ask } = await shop.harness().untilPrompt(taskId, 'open');
  expect(ask).toBe('Call Read file (delete_repo) on Workshop?');
});

it('the form of a destructive tool knows the definitions of its schema', async () => {
  const inputSchema = {
    type: 'object',
    properties: { disk: { $ref: '#/$defs/disk' }, spare: { $ref: '#/properties/disk' } },
    required: ['disk'],
    $defs: { disk: { type: 'object', properties: { slot: { type: 'integer' } } } },
  };
  shop = await openWorkshop('current', { wipe: tool({ ...destructive, inputSchema }) });
  const taskId = await shop.call('wipe', { disk: { slot: 2 } });
  const prompt = await shop.harness().untilPrompt(taskId, 'open');
  const decide = async (args: JsonObject) => {
    const value = { arguments: args, confirmation: 'wipe' };
    return (await shop.decide(prompt, { type: 'edit', content: { value } })).status;
  };
  expect(await decide({ disk: { slot: 'two' } })).toBe(422);
  expect(await decide({ disk: { slot: 2 }, spare: { slot: 'three' } })).toBe(422);
  const right = { disk: { slot: 2 }, spare: { slot: 3 } };
  expect(await decide(right)).toBe(201);
  await shop.harness().untilStatus(taskId, 'finished');
  expect(received).toEqual([right]);
});
