import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

/** What the crew prints when it ends by itself. */
const refusal = (env: Record<string, string>) =>
  new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', main],
      { env: { ...process.env, ...env } },
      (error, _, output) => resolve({ code: error?.code, output }),
    );
  });

it('says in a sentence why it cannot start', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const [busy, invalid] = await Promise.all([
    refusal({ CREW_PORT_BASE: `${port - 11}` }),
    refusal({ CREW_PORT_BASE: 'eleven' }),
  ]);
  taken.close();
  expect(busy.code).toBe(1);
  expect(busy.output.trim()).toBe(
    `Port ${port} is taken, perhaps by demo agents that already run. End them, or choose other ports with CREW_PORT_BASE (4400 by default).`,
  );
  expect(invalid.code).toBe(1);
  expect(invalid.output).toMatch(
    /^The environment of the crew is not valid\. CREW_PORT_BASE: .*\n$/,
  );
});
