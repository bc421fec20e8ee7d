import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { startHttpAsking } from '@countersign/bff/testing/http-asking';
import { expect, it } from 'vitest';

const page = readFileSync(new URL('../../../../../docs/http.md', import.meta.url), 'utf8');
const example = /<!-- example:start -->\n```sh\n([\s\S]+?)```/.exec(page)?.[1] ?? '';

it('the example of the page about HTTP asks, waits, and prints the answer', async () => {
  const asking = await startHttpAsking();
  try {
    const run = promisify(execFile)('sh', ['-c', example], {
      env: {
        PATH: process.env['PATH'],
        COUNTERSIGN_URL: asking.origin(),
        COUNTERSIGN_TOKEN: asking.program.token,
      },
    });
    const row = await asking.server.until(() =>
      asking.server.services.journal.read.get<{ id: string }>('SELECT id FROM mcp_questions'),
    );
    await asking.answer(row.id, { type: 'approve' });
    expect(JSON.parse((await run).stdout)).toMatchObject({
      status: 'answered',
      outcome: { type: 'approve', value: { amount: 30 }, how: 'operator' },
    });
  } finally {
    await asking.close();
  }
});
