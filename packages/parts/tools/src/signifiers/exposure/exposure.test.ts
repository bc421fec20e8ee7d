import { affordanceCallViewSchema } from '@countersign/api/affordance-call';
import { artifactListSchema, signifierListSchema } from '@countersign/api/environment';
import {
  type EnvironmentRoom,
  openEnvironmentRoom,
} from '@countersign/bff/testing/environment-room';
import type { Client } from '@modelcontextprotocol/client';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { environmentSize, readEnvironment } from '../../rows/environment-entries.ts';

let room: EnvironmentRoom;
let logged: string[];
beforeEach(async () => {
  logged = [];
  const logger = pino({ level: 'trace' }, { write: (line) => void logged.push(line) });
  room = await openEnvironmentRoom({ logger });
  await room.registerAll();
});
afterEach(() => room.close());

const control = (token: string) => room.connect('/mcp/environment', token);
const profile = (id: string, token: string, era: '2025' | 'current' = 'current') =>
  room.connect(`/mcp/profiles/${id}`, token, era);
const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);
const register = (client: Client, id: string, context: string) =>
  room.call(client, 'register_profile', { profile_id: id, context });

const goal = 'The agent wants to read the user goal';
const feedback = 'The agent wants to provide feedback to the user';

describe('an agent over MCP', () => {
  it('has fixed tools at one address, and at the address of its profile those that its context recommends', async () => {
    const token = await room.token('Executor');
    const fixed = await control(token);
    expect(await namesOf(fixed)).toEqual([
      'register_profile',
      'update_profile',
      'read_signifiers',
      'find_signifiers',
      'invoke_signifier',
      'get_call',
      'cancel_call',
    ]);
    const registered = await register(fixed, 'executor', goal);
    const own = await profile('executor', token);
    const { tools } = await own.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['goal_mcp_CurrentGoal']);
    expect(tools[0]).toMatchObject({
      title: 'goal_mcp_CurrentGoal',
      description: 'Returns the current goal defined by the user.',
      inputSchema: { type: 'object' },
    });
    expect(registered).toMatchObject({
      mcp_url: expect.stringMatching(/\/mcp\/profiles\/executor$/),
    });
    const before = await namesOf(fixed);
    const read = await room.call(fixed, 'read_signifiers', { profile_id: 'executor' });
    expect(read).toMatchObject({
      recommended: [{ label: 'goal_mcp_CurrentGoal', service: { name: 'goal_mcp', kind: 'mcp' } }],
      blocked_count: 0,
    });
    // Reading changes no list of tools.
    expect(await namesOf(fixed)).toEqual(before);
    expect(await namesOf(own)).toEqual(['goal_mcp_CurrentGoal']);
  });

  it('is notified that its tools have changed, when its context has', async () => {
    const token = await room.token('Executor');
    const fixed = await control(token);
    await register(fixed, 'executor', goal);
    const own = await profile('executor', token);
    const received = new Promise<void>((resolve) => {
      own.setNotificationHandler('notifications/tools/list_changed', () => resolve());
    });
    const listening = await own.listen({ toolsListChanged: true });
    await room.call(fixed, 'update_profile', { profile_id: 'executor', context: feedback });
    await received;
    expect(await namesOf(own)).toEqual(['goal_mcp_provide_feedback']);
    await listening.close();
  });

  it('of the revisions of 2025 has the same tools', async () => {
    const token = await room.token('Executor');
    await register(await room.connect('/mcp/environment', token, '2025'), 'old', goal);
    expect(await namesOf(await profile('old', token, '2025'))).toEqual(['goal_mcp_CurrentGoal']);
  });

  it('without a context is offered nothing, and with services only theirs', async () => {
    const token = await room.token('Executor');
    const fixed = await control(token);
    await register(fixed, 'executor', '');
    expect(await namesOf(await profile('executor', token))).toEqual([]);
    const context = 'The agent wants to control a robot from a formal goal';
    await room.call(fixed, 'update_profile', { profile_id: 'executor', context });
    const only = { profile_id: 'executor', services: ['arm_wot'] };
    const { recommended } = await room.call(fixed, 'read_signifiers', only);
    expect(recommended).toMatchObject([{ label: 'arm_wot_operation', approval: 'typed' }]);
    await room.harness().request('PUT', '/api/environment/profile/executor', {
      ...{ context, services: ['arm_utcp'] },
    });
    expect(await namesOf(await profile('executor', token))).toEqual(['arm_utcp_operation']);
    const found = await room.call(fixed, 'find_signifiers', {
      ...{ profile_id: 'executor', query: 'perform an operation on the robot' },
    });
    expect(found['items']).toContainEqual(
      expect.objectContaining({
        ...{ label: 'arm_wot_operation', decision: 'blocked' },
        reason: 'is not allowed for this agent: it may use arm_utcp',
      }),
    );
  });
});

describe('G6, B9: two agents never see each other’s tools', () => {
  it('at their addresses, at those of each other, and in notifications', async () => {
    const [ana, ben] = [await room.token('Ana'), await room.token('Ben')];
    const [anas, bens] = [await control(ana), await control(ben)];
    await register(anas, 'ana', goal);
    await register(bens, 'ben', feedback);
    const own = await profile('ben', ben);
    let reported = 0;
    own.setNotificationHandler('notifications/tools/list_changed', () => {
      reported += 1;
    });
    const listening = await own.listen({ toolsListChanged: true });
    await expect(profile('ben', ana)).rejects.toThrow();
    await expect(profile('nobody', ana)).rejects.toThrow();
    await room.call(anas, 'update_profile', {
      ...{ profile_id: 'ana', context: 'The agent wants to control a robot from a formal goal' },
    });
    await room.call(anas, 'read_signifiers', { profile_id: 'ana' });
    expect(await namesOf(own)).toEqual(['goal_mcp_provide_feedback']);
    for (const name of ['read_signifiers', 'find_signifiers', 'invoke_signifier']) {
      const args = { profile_id: 'ben', query: 'x', signifier: 'x' };
      expect(JSON.stringify(await room.call(anas, name, args))).toContain(
        'There is no profile ben of yours.',
      );
    }
    expect(JSON.stringify(await register(anas, 'ben', goal))).toContain('cannot be used');
    expect(await namesOf(own)).toEqual(['goal_mcp_provide_feedback']);
    // What concerns it arrives after everything that does not.
    await room.call(bens, 'update_profile', { profile_id: 'ben', context: goal });
    await expect.poll(() => reported).toBe(1);
    await listening.close();
  });

  it('nor each other’s calls', async () => {
    const [ana, ben] = [await room.token('Ana'), await room.token('Ben')];
    const [anas, bens] = [await control(ana), await control(ben)];
    await register(anas, 'ana', goal);
    const args = { profile_id: 'ana', signifier: 'arm_utcp_pose' };
    const { call_id: id } = await room.call(anas, 'invoke_signifier', args);
    for (const name of ['get_call', 'cancel_call']) {
      expect(JSON.stringify(await room.call(bens, name, { call_id: id }))).toContain(
        'There is no call',
      );
    }
    expect(await room.call(anas, 'get_call', { call_id: id })).toMatchObject({ state: 'done' });
  });
});

describe('B12: who may call', () => {
  it('nobody without a token, no viewer, and no client whose token was revoked', async () => {
    const token = await room.token('Executor');
    await register(await control(token), 'executor', goal);
    await expect(control('wrong')).rejects.toThrow();
    const { body } = await room.harness().request('GET', '/api/programs');
    for (const { id } of body['items']) {
      await room.harness().request('DELETE', `/api/programs/${id}`);
    }
    await expect(control(token)).rejects.toThrow();
    await expect(profile('executor', token)).rejects.toThrow();
  });

  it('a registrant, over HTTP as well, for its own profiles', async () => {
    const { request } = room.harness();
    const own = { authorization: 'Bearer registrant-of-the-room', accept: 'application/json' };
    const put = (id: string) =>
      request('PUT', `/api/environment/profile/${id}`, { context: goal }, own);
    await request('PUT', '/api/environment/profile/operators', { context: goal });
    expect((await put('operators')).status).toBe(404);
    expect((await put('crew')).status).toBe(200);
    const listed = await request('GET', '/api/environment/signifiers?profile=crew', undefined, own);
    const [first] = signifierListSchema.parse(listed.body).items;
    expect(first?.signifier.label).toBe('goal_mcp_CurrentGoal');
    const foreign = '/api/environment/signifiers?profile=operators';
    expect((await request('GET', foreign, undefined, own)).status).toBe(404);
    const signifierId = await room.idOf('arm_utcp_pose');
    const call = { signifierId, profile: 'crew' };
    const made = await request('POST', '/api/environment/calls', call, own);
    expect(made).toMatchObject({ status: 202 });
    const path = `/api/environment/calls/${affordanceCallViewSchema.parse(made.body).callId}?waitMs=10000`;
    expect((await request('GET', path, undefined, own)).body).toMatchObject({
      ...{ state: 'done', result: { x: 20, y: 0 } },
    });
    const bare = await request('POST', '/api/environment/calls', { signifierId }, own);
    expect(bare.status).toBe(403);
    const service = { name: 'mine', kind: 'utcp', url: `${room.robot.origin}/manual` };
    const mine = await request('POST', '/api/environment/artifacts', service, own);
    // What a program says of itself is not approved by saying it.
    expect(mine.body).toMatchObject({ waitingCount: 3, signifierCount: 3 });
    const again = `/api/environment/artifacts/${mine.body['id']}/synchronisation`;
    expect((await request('POST', again, {}, own)).status).toBe(200);
    // Nor does it have an agent called with the headers that an administrator entered for it.
    const agent = { id: 'goals', name: 'Goals', protocol: 'mcp', url: room.goals.url };
    const headers = { authorization: 'Bearer of-the-goals' };
    expect((await request('POST', '/api/agents', { ...agent, headers })).status).toBe(201);
    const before = room.goals.headers.length;
    for (const by of [{ agentId: 'goals' }, { agentId: 'nobody' }]) {
      const read = { name: 'theirs', kind: 'mcp', ...by };
      const refused = await request('POST', '/api/environment/artifacts', read, own);
      expect(refused.status).toBe(403);
    }
    expect(room.goals.headers).toHaveLength(before);
    const all = await request('GET', '/api/environment/artifacts', undefined, own);
    const { items } = artifactListSchema.parse(all.body);
    const theirs = items.find(({ name }) => name === 'arm_utcp');
    const sync = `/api/environment/artifacts/${theirs?.id}/synchronisation`;
    expect((await request('POST', sync, {}, own)).status).toBe(404);
  });
});

it('G5, B1: no session, token or cookie is in a list, a result, a record or a log', async () => {
  const token = await room.token('Executor');
  const fixed = await control(token);
  await register(fixed, 'executor', goal);
  const own = await profile('executor', token);
  const listed = await own.listTools();
  // Its hint that it changes nothing is not believed, so a person is asked.
  const calling = own.callTool({ name: 'goal_mcp_CurrentGoal', arguments: {} });
  const prompt = await room.asked();
  await room.decide(prompt, { type: 'approve' });
  const called = await calling;
  expect(JSON.stringify(called)).toContain('Move the robot by 10 centimeters [session [secret]]');
  const answers: unknown[] = [
    ...[listed, called, prompt],
    await room.call(fixed, 'read_signifiers', { profile_id: 'executor' }),
  ];
  const { request, services } = room.harness();
  for (const accept of ['text/turtle', 'application/ld+json', 'application/json']) {
    const path = '/api/environment/signifiers?profile=executor';
    answers.push((await request('GET', path, undefined, { accept })).body);
  }
  answers.push((await request('GET', '/api/environment/profile/executor/trail')).body);
  answers.push(await services.journal.read.all('SELECT body FROM environment_entries'));
  answers.push(await services.snapshots.threadAt(prompt.taskId));
  const sessions = room.goals.headers.flatMap(({ 'mcp-session-id': id }) =>
    typeof id === 'string' ? [id] : [],
  );
  expect(sessions.length).toBeGreaterThan(0);
  const said = JSON.stringify(answers) + logged.join('\n');
  for (const secret of [...sessions, token, 'cookie-of-robot-5512']) {
    expect(said).not.toContain(secret);
  }
});

describe('the room of the environment', () => {
  it('is not filled by the trail of one agent', async () => {
    const token = await room.token('Executor');
    const client = await control(token);
    await register(client, 'executor', goal);
    const text = 'x'.repeat(30_000);
    for (let index = 0; index < 4; index += 1) {
      await room.call(client, 'invoke_signifier', {
        ...{ profile_id: 'executor', signifier: 'formalizer_Formalize goal', wait_seconds: 0 },
        arguments: { text: `${index} ${text}` },
      });
    }
    const { read } = room.harness().services.journal;
    const trail = await readEnvironment(read, 'trail', 'executor');
    expect(trail?.steps.filter(({ kind }) => kind === 'call')).toHaveLength(4);
    expect(JSON.stringify(trail).length).toBeLessThan(20_000);
    const own = await environmentSize(read, 'profile', 'none');
    expect(own.otherBytes).toBe((await environmentSize(read, 'trail', 'executor')).otherBytes);
  });

  it('takes a hundred profiles of one agent', async () => {
    const client = await control(await room.token('Executor'));
    for (let index = 0; index < 100; index += 1) await register(client, `own-${index}`, '');
    const refused = await register(client, 'one-more', '');
    expect(JSON.stringify(refused)).toContain('The environment is full.');
    expect(await register(client, 'own-5', goal)).toMatchObject({ profile: { id: 'own-5' } });
    const other = await control(await room.token('Other'));
    expect(await register(other, 'of-another', '')).toMatchObject({
      profile: { id: 'of-another' },
    });
  });
});

it('a client that has left while it was admitted is not counted', async () => {
  const token = await room.token('Executor');
  const client = await control(token);
  const { programs } = room.harness().services;
  const byToken = programs.byToken.bind(programs);
  const url = room.url('/mcp/environment');
  for (let index = 0; index < 55; index += 1) {
    const left = new Promise<void>((resolve) => {
      programs.byToken = async (secret, via) => {
        const found = await byToken(secret, via);
        abort.abort();
        // The connection has closed when the next answer of the server is there.
        await fetch(room.url('/health')).then((answer) => answer.text());
        resolve();
        return found;
      };
    });
    const abort = new AbortController();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    await fetch(url, { method: 'POST', headers, body: '{}', signal: abort.signal }).catch(() => {});
    await left;
  }
  programs.byToken = byToken;
  expect(await register(client, 'executor', goal)).toMatchObject({ profile: { id: 'executor' } });
});
