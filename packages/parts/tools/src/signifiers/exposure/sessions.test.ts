import { randomUUID } from 'node:crypto';
import {
  type EnvironmentRoom,
  openEnvironmentRoom,
} from '@countersign/bff/testing/environment-room';
import type { Client } from '@modelcontextprotocol/client';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let room: EnvironmentRoom;
let logged: string[];
beforeEach(async () => {
  logged = [];
  const logger = pino({ level: 'trace' }, { write: (line) => void logged.push(line) });
  room = await openEnvironmentRoom({ logger, mcpSessions: true });
  await room.registerAll();
});
afterEach(() => room.close());

const path = '/mcp/session';
const fixed = [
  ...['register_profile', 'update_profile', 'read_signifiers', 'find_signifiers'],
  ...['invoke_signifier', 'get_call', 'cancel_call'],
];
const goal = 'The agent wants to read the user goal';
const feedback = 'The agent wants to provide feedback to the user';
const robot = 'The agent wants to control a robot from a formal goal';

const session = (token: string) => room.connect(path, token, '2025');
/** The tools that are not always there. */
const ownTools = async (client: Client) =>
  (await client.listTools()).tools.map(({ name }) => name).filter((name) => !fixed.includes(name));
const register = (client: Client, id: string, context: string) =>
  room.call(client, 'register_profile', { profile_id: id, context });
/** How often a client was notified that its tools have changed. */
function changesOf(client: Client): { count: number } {
  const received = { count: 0 };
  client.setNotificationHandler('notifications/tools/list_changed', () => {
    received.count += 1;
  });
  return received;
}
const idOf = (client: Client): string => {
  const id = client.transport?.sessionId;
  if (id === undefined) throw new Error('There is no session.');
  return id;
};

/** A request as a client of 2025-06-18 sends it. */
function post(token: string, body: object, more: { id?: string; signal?: AbortSignal } = {}) {
  const { id, signal } = more;
  return fetch(room.url(path), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2025-06-18',
      ...(id === undefined ? {} : { 'mcp-session-id': id }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: randomUUID(), ...body }),
    ...(signal === undefined ? {} : { signal }),
  });
}
const list = (token: string, id?: string) =>
  post(token, { method: 'tools/list' }, id === undefined ? {} : { id });

describe('a session of a client of 2025', () => {
  it('has the fixed tools, and those of its context when it has named a profile', async () => {
    const client = await session(await room.token('Old'));
    const changes = changesOf(client);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(fixed);
    await register(client, 'old', goal);
    // Sent with the response, so it is known before what comes next.
    expect(changes.count).toBe(1);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      ...fixed,
      'goal_mcp_CurrentGoal',
    ]);
    await room.call(client, 'update_profile', { profile_id: 'old', context: feedback });
    expect(changes.count).toBe(2);
    expect(await ownTools(client)).toEqual(['goal_mcp_provide_feedback']);
    // Reading for the same profile changes nothing.
    await room.call(client, 'read_signifiers', { profile_id: 'old' });
    expect(changes.count).toBe(2);
  });

  it('calls them with the approval of a person, and no others', async () => {
    const client = await session(await room.token('Old'));
    await register(client, 'old', goal);
    const calling = client.callTool({ name: 'goal_mcp_CurrentGoal', arguments: {} });
    await room.decide(await room.asked(), { type: 'approve' });
    expect(JSON.stringify(await calling)).toContain('Move the robot by 10 centimeters');
    const other = await client.callTool({ name: 'arm_utcp_operation', arguments: { body: 'x' } });
    expect(JSON.stringify(other)).toContain('There is no tool arm_utcp_operation');
  });

  it('is notified of what others change for its profile', async () => {
    const client = await session(await room.token('Old'));
    await register(client, 'old', goal);
    const changes = changesOf(client);
    const put = () =>
      room.harness().request('PUT', '/api/environment/profile/old', { context: robot });
    // The client opens the stream of its notices when it wants to.
    await expect
      .poll(async () => {
        await put();
        return changes.count;
      })
      .toBeGreaterThan(0);
    expect(await ownTools(client)).toContain('arm_utcp_operation');
  });

  it('takes the profile that it reads', async () => {
    const token = await room.token('Old');
    await register(await session(token), 'old', goal);
    const later = await session(token);
    const changes = changesOf(later);
    expect(await ownTools(later)).toEqual([]);
    await room.call(later, 'read_signifiers', { profile_id: 'old' });
    expect(changes.count).toBe(1);
    expect(await ownTools(later)).toEqual(['goal_mcp_CurrentGoal']);
  });
});

describe('G6: two sessions never see each other’s tools', () => {
  it.each(['of two agents', 'of one agent'])('%s', async (whose) => {
    const ana = await room.token('Ana');
    const ben = whose === 'of one agent' ? ana : await room.token('Ben');
    const [anas, bens] = [await session(ana), await session(ben)];
    await Promise.all([register(anas, 'ana', goal), register(bens, 'ben', feedback)]);
    const [noticesOfAna, noticesOfBen] = [changesOf(anas), changesOf(bens)];
    expect(await ownTools(anas)).toEqual(['goal_mcp_CurrentGoal']);
    expect(await ownTools(bens)).toEqual(['goal_mcp_provide_feedback']);
    await room.call(anas, 'update_profile', { profile_id: 'ana', context: robot });
    expect(await ownTools(anas)).toContain('arm_utcp_operation');
    expect(await ownTools(bens)).toEqual(['goal_mcp_provide_feedback']);
    const foreign = await bens.callTool({ name: 'arm_utcp_operation', arguments: { body: 'x' } });
    expect(JSON.stringify(foreign)).toContain('There is no tool arm_utcp_operation');
    expect([noticesOfAna.count, noticesOfBen.count]).toEqual([1, 0]);
  });

  it('nor chooses a session the profile of another agent', async () => {
    const [ana, ben] = [await room.token('Ana'), await room.token('Ben')];
    const [anas, bens] = [await session(ana), await session(ben)];
    await register(bens, 'ben', feedback);
    for (const name of ['register_profile', 'update_profile', 'read_signifiers']) {
      await room.call(anas, name, { profile_id: 'ben', context: goal });
      expect(await ownTools(anas)).toEqual([]);
    }
    expect(await ownTools(bens)).toEqual(['goal_mcp_provide_feedback']);
  });

  it('nor is an id of a session worth anything without the token of its owner', async () => {
    const [ana, ben] = [await room.token('Ana'), await room.token('Ben')];
    const id = idOf(await session(ana));
    expect((await list(ana, id)).status).toBe(200);
    expect((await list(ben, id)).status).toBe(404);
    expect((await list('wrong', id)).status).toBe(401);
    const ended = await fetch(room.url(path), {
      method: 'DELETE',
      headers: { authorization: `Bearer ${ben}`, 'mcp-session-id': id },
    });
    expect(ended.status).toBe(404);
    expect((await list(ana, id)).status).toBe(200);
  });
});

it('G5: the id of a session is in the header of the protocol, and nowhere else', async () => {
  const token = await room.token('Old');
  const client = await session(token);
  const answers: unknown[] = [await register(client, 'old', goal), await client.listTools()];
  answers.push(await room.call(client, 'read_signifiers', { profile_id: 'old' }));
  const calling = client.callTool({ name: 'goal_mcp_CurrentGoal', arguments: {} });
  const prompt = await room.asked();
  await room.decide(prompt, { type: 'approve' });
  answers.push(prompt, await calling);
  const { request, services } = room.harness();
  for (const accept of ['text/turtle', 'application/ld+json', 'application/json']) {
    const at = '/api/environment/signifiers?profile=old';
    answers.push((await request('GET', at, undefined, { accept })).body);
  }
  answers.push((await request('GET', '/api/environment/profile/old/trail')).body);
  answers.push(await services.journal.read.all('SELECT body FROM environment_entries'));
  answers.push(await services.snapshots.threadAt(prompt.taskId));
  const said = JSON.stringify(answers) + logged.join('\n');
  expect(said).toContain('/mcp/session');
  for (const secret of [idOf(client), token]) expect(said).not.toContain(secret);
});

describe('the life of a session', () => {
  it('ends when its client says so, and with the server', async () => {
    const token = await room.token('Old');
    const id = idOf(await session(token));
    expect((await list(token)).status).toBe(400);
    expect((await list(token, randomUUID())).status).toBe(404);
    const ended = await fetch(room.url(path), {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}`, 'mcp-session-id': id },
    });
    expect(ended.status).toBe(200);
    expect((await list(token, id)).status).toBe(404);
    const other = idOf(await session(token));
    await room.restart();
    expect((await list(token, other)).status).toBe(404);
  });

  it('ends when its agent begins twenty others', async () => {
    const token = await room.token('Old');
    const [first, second] = [idOf(await session(token)), idOf(await session(token))];
    const foreign = await room.token('Other');
    const others = idOf(await session(foreign));
    for (let index = 0; index < 18; index += 1) {
      const begun = await post(token, {
        method: 'initialize',
        params: {
          ...{ protocolVersion: '2025-06-18', capabilities: {} },
          clientInfo: { name: 'old', version: '1' },
        },
      });
      await begun.text();
    }
    expect((await list(token, first)).status).toBe(200);
    await session(token);
    expect((await list(token, second)).status).toBe(404);
    expect((await list(token, first)).status).toBe(200);
    expect((await list(foreign, others)).status).toBe(200);
  });

  it('nothing acts twice when a connection breaks off before the answer', async () => {
    const token = await room.token('Old');
    const client = await session(token);
    await register(client, 'old', robot);
    const leave = new AbortController();
    const { affordanceCalls: calls } = room.harness().services;
    const outcome = calls.outcome.bind(calls);
    const waits: Promise<unknown>[] = [];
    calls.outcome = (...asked) => {
      const wait = outcome(...asked);
      waits.push(wait);
      return wait;
    };
    const call = {
      method: 'tools/call',
      params: { name: 'arm_utcp_operation', arguments: { body: 'move(10)' } },
    };
    const left = await post(token, call, { id: idOf(client), signal: leave.signal });
    const prompt = await room.asked();
    await expect.poll(() => waits.length).toBe(1);
    leave.abort();
    await left.text().catch(() => {});
    // The connection has closed when the next answer of the server is there.
    await fetch(room.url('/health')).then((answer) => answer.text());
    expect((await room.decide(prompt, { type: 'approve' })).status).toBe(201);
    await room.harness().untilStatus(prompt.taskId, 'finished');
    // What was waited for in the connection that broke off does not count as fetched.
    await Promise.all(waits);
    const again = await post(token, call, { id: idOf(client) });
    expect(await again.text()).toContain('"state":"done"');
    expect(room.robot.received.filter(({ body }) => body === 'move(10)')).toHaveLength(1);
  });
});

describe('who has sessions', () => {
  it('a client that speaks both, in the words of 2025; not one that speaks 2026 only', async () => {
    const token = await room.token('New');
    const client = await room.connect(path, token, 'any');
    await register(client, 'new', goal);
    expect(await ownTools(client)).toEqual(['goal_mcp_CurrentGoal']);
    await expect(room.connect(path, token, 'current')).rejects.toThrow();
  });

  it('nobody, if it is not set', async () => {
    const plain = await openEnvironmentRoom();
    const client = plain.connect(path, await plain.token('Old'), '2025');
    await expect(client).rejects.toThrow();
    await plain.close();
  });
});
