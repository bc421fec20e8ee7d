import { serve } from '@countersign/agent/node-server';
import { watchRun } from '@countersign/agent/test-client';
import { afterEach, expect, it } from 'vitest';
import { startSmtpInbox } from '../mailbox/smtp-inbox.ts';
import { createEmailTool } from './email-tool.ts';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function start() {
  const inbox = await startSmtpInbox({ host: '127.0.0.1', port: 0 });
  const agent = createEmailTool({ smtp: { host: '127.0.0.1', port: inbox.port }, tokenDelayMs: 0 });
  const served = await serve(agent.fetch, { port: 0 });
  open.push(inbox.close, async () => {
    await agent.close();
    await served.close();
  });
  return { inbox, url: agent.descriptor(served.url).url };
}
const order = {
  recipients: [
    { address: 'Ines.Vogel@example.com', displayName: 'Ines Vogel' },
    { address: 'ines.vogel@example.com', displayName: 'Ines Vogel' },
    { address: 'tomasz.krol@example.com', displayName: 'Tomasz Król' },
  ],
  subjectLine: 'Grüße: ein Auftrag',
  bodyText: 'Hello {name}',
};

it('sends one mail to each person per task, however often it is called', async () => {
  const { inbox, url } = await start();
  const runs = await Promise.all(
    ['one', 'two', 'three'].map((runId) =>
      watchRun(url, { runId, forwardedProps: { order }, parentRunId: 'task-1' }),
    ),
  );
  await Promise.all(runs.map((run) => run.ended));
  expect(
    inbox
      .mails()
      .flatMap(({ to }) => to)
      .sort(),
  ).toEqual(['ines.vogel@example.com', 'tomasz.krol@example.com']);
  expect(inbox.mails()[0]).toMatchObject({ subject: 'Grüße: ein Auftrag' });
  for (const run of runs) expect(run.messages().at(-1)?.state).toBe('completed');

  const other = await watchRun(url, { forwardedProps: { order }, parentRunId: 'task-2' });
  await other.ended;
  expect(inbox.mails()).toHaveLength(4);
});

it('refuses an invalid order, and reports what it accepts', async () => {
  const { inbox, url } = await start();
  const run = await watchRun(url, { forwardedProps: { order: { to: 'somebody' } } });
  await run.ended;
  const [message] = run.messages();
  expect(message).toMatchObject({ state: 'failed' });
  expect(message?.explanation).toContain('recipients');
  expect(message?.upContext?.schema).toBeDefined();
  expect(inbox.mails()).toEqual([]);
});

it('reports that the mail server is unavailable, and can be called again', async () => {
  const { inbox, url } = await start();
  await inbox.close();
  open.shift();
  const run = await watchRun(url, { forwardedProps: { order }, parentRunId: 'task-1' });
  await run.ended;
  expect(run.messages().at(-1)).toMatchObject({ state: 'failed' });
  expect(run.of('TOOL_CALL_RESULT').every(({ error }) => error !== undefined)).toBe(true);
});
