import { test as base, lend } from './fixtures.ts';
import { type Played, play } from './pages/played.ts';
import { environmentEnv } from './pages/robot.ts';
import { type Stack, startStack } from './stack.ts';

/** A test on the server of its worker on which both crews have played. It only reads, or answers what it asked itself. */
export const test = base.extend<
  { played: Played },
  { playedServer: { stack: Stack; played: Played } }
>({
  playedServer: [
    async ({ processes }, use) => {
      const options = { followupSeconds: 36_000, env: environmentEnv };
      const stack = await startStack(options, processes, 'played');
      const { close, ...played } = await play(stack);
      await use({ stack, played });
      await close();
      await stack.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  stack: ({ playedServer, browser }, use, info) => lend(playedServer.stack, browser, use, info),
  played: ({ playedServer }, use) => use(playedServer.played),
});
