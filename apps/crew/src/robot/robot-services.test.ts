import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, expect, it } from 'vitest';
import { startTestCrew } from '../test-crew.ts';

type Crew = Awaited<ReturnType<typeof startTestCrew>>;
let crew: Crew;
afterEach(() => crew.close());

it('starts with the crew, each service where it says', async () => {
  crew = await startTestCrew({ CREW_ARM_SPEED: '100' });
  const urlOf = (name: string) => {
    const service = crew.services.find((one) => one.name === name);
    if (service === undefined) throw new Error(`There is no ${name}`);
    return service.url;
  };
  const read = async (url: string) => (await fetch(url)).json();
  expect(await read(urlOf('arm_utcp'))).toMatchObject({ utcp_version: '1.0.1' });
  expect(await read(urlOf('arm_wot'))).toMatchObject({ title: 'Arm' });
  const card = new URL('.well-known/agent-card.json', urlOf('formalizer'));
  expect(await read(card.href)).toMatchObject({ name: 'Formalizer' });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(urlOf('goal_mcp'))));
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('set_goal');
  await client.close();

  const ordered = await fetch(new URL('operation', urlOf('arm_utcp')), {
    ...{ method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'move(10)' },
  });
  // A hundred times as fast as the motors.
  expect((await ordered.json()).durationMs).toBeLessThan(100);
  await expect
    .poll(() => read(new URL('pose', urlOf('arm_utcp')).href))
    .toMatchObject({ state: 'idle', reach: 40 });
});
