import { registerServices } from '@countersign/crew/robot/register-services';
import { callApproved, connectAgent, environmentOptions, registerService } from './environment.ts';
import { expect, testAgainst } from './fixtures.ts';

const test = testAgainst('utcp');

test.describe('a manual that the SDK has written', () => {
  test.use({ stackOptions: environmentOptions });

  test('is a service whose tools are read, called, and approved', async ({
    console: page,
    stack,
    counterpart,
  }) => {
    const url = counterpart.urls['manual']!;
    const { signifiers, skipped } = await registerService(stack, {
      ...{ name: 'station', kind: 'utcp', url },
    });
    expect(skipped).toEqual([]);
    expect(signifiers.map(({ signifier }) => signifier.label).sort()).toEqual([
      ...['station_announce', 'station_departures'],
    ]);
    const agent = await connectAgent(stack);
    expect(await agent.call('station_departures', { from: 'Oslo' })).toMatchObject({
      ...{ state: 'done', result: { from: 'Oslo', next: '7:05' } },
    });
    const announced = { text: 'Platform 3' };
    expect(
      await callApproved(page, stack, {
        agent,
        label: 'station_announce',
        args: { body: announced },
      }),
    ).toMatchObject({ state: 'done', result: { announced: [announced] } });
  });
});

test.describe('the manual of our robot', () => {
  test.use({ stackOptions: { env: { COUNTERSIGN_REGISTRY_ALLOW: '127.0.0.1' } } });

  test('is read by the client of the SDK, which finds the arm with it', async ({
    stack,
    counterpart,
  }) => {
    await registerServices(stack, stack.services);
    const url = stack.services.find(({ name }) => name === 'arm_utcp')?.url;
    const answer = await fetch(counterpart.urls['client']!, {
      method: 'POST',
      body: JSON.stringify({ url, calls: [{ tool: 'pose', args: {} }] }),
    });
    const read = await answer.json();
    expect(read).toMatchObject({ success: true, errors: [] });
    const { items } = await stack.api<{ items: { name: string; signifierCount: number }[] }>(
      '/api/environment/artifacts',
    );
    const ours = items.find(({ name }) => name === 'arm_utcp');
    expect(read.tools).toHaveLength(ours?.signifierCount ?? 0);
    expect(read.results).toMatchObject([{ state: 'idle', reach: 30, bearing: 0 }]);
  });
});
