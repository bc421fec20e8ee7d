import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callApproved, connectAgent, environmentOptions, registerService } from './environment.ts';
import { expect, testAgainst } from './fixtures.ts';

const test = testAgainst('wot');
test.use({ stackOptions: environmentOptions });

test('a thing of node-wot is a service whose property is read and whose action is approved', async ({
  console: page,
  stack,
  counterpart,
}) => {
  const url = counterpart.urls['thing']!;
  const { signifiers } = await registerService(stack, { name: 'kettle', kind: 'wot', url });
  expect(signifiers.map(({ signifier }) => signifier.label).sort()).toEqual([
    ...['kettle_heat', 'kettle_temperature'],
  ]);
  const agent = await connectAgent(stack);
  expect(await agent.call('kettle_temperature', {})).toMatchObject({ state: 'done', result: 20 });
  const heated = { agent, label: 'kettle_heat', args: 80, isTyped: true };
  expect(await callApproved(page, stack, heated)).toMatchObject({ state: 'done', result: 80 });
  expect(await agent.call('kettle_temperature', {})).toMatchObject({ state: 'done', result: 80 });
});

test('the valid examples of the playground are services, and what gives no signifier is reported', async ({
  stack,
  counterpart,
}) => {
  const folder = join(counterpart.urls['examples']!, 'valid');
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  expect(files.length).toBeGreaterThan(35);
  let signifiers = 0;
  for (const [index, file] of files.entries()) {
    const content = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    const made = await registerService(stack, {
      ...{ name: `example ${index}`, kind: 'wot', url: 'https://things.example/td', content },
    });
    signifiers += made.signifiers.length;
    for (const { reason } of made.skipped) expect(reason).not.toBe('');
    const affordances = ['properties', 'actions', 'events'].flatMap((kind) =>
      Object.keys(content[kind] ?? {}),
    );
    const named = JSON.stringify([made.signifiers, made.skipped]);
    for (const name of affordances) expect(named).toContain(name);
  }
  expect(signifiers).toBeGreaterThan(100);
});
