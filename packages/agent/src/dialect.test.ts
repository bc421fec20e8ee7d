import { expect, it } from 'vitest';
import { createAgent } from './agent.ts';
import { serve } from './node-server.ts';
import { watchRun } from './test-client.ts';

it('streams the same run as AG-UI if configured', async () => {
  const agent = createAgent({
    id: 'dialect',
    name: 'Dialect',
    protocol: 'ag-ui',
    async run(context) {
      await context.step('greet', () => context.say('Hello'));
      await context.state.set({ greeted: true });
      await context.tool('count', { of: 'words' }, () => ({ words: 1 }));
      await context.upformat({ state: 'completed', explanation: 'Greeted' });
    },
  });
  const served = await serve(agent.fetch, { port: 0 });
  const run = await watchRun(served.url);
  await run.ended;
  await served.close();

  const types = run.frames.map((frame): unknown => JSON.parse(frame).type);
  expect(types[0]).toBe('RUN_STARTED');
  expect(types).toContain('TEXT_MESSAGE_CONTENT');
  expect(types).toContain('TOOL_CALL_RESULT');
  expect(types.at(-1)).toBe('RUN_FINISHED');
  expect(types.filter((type) => String(type).startsWith('BUSINESS_'))).toEqual([]);
});
