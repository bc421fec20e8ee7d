import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChildServer, startChildServer } from '@countersign/bff/testing/child-server';
import { describeAgent } from '@countersign/bff/testing/harness';
import { isSigned, type Receiver, startReceiver } from '@countersign/bff/testing/receiver';
import {
  type ScriptedAgent,
  startScriptedAgent,
  upMessage,
} from '@countersign/bff/testing/scripted-agent';
import { afterEach, beforeEach, expect, it } from 'vitest';

let directory: string;
let server: ChildServer | null = null;
let agent: ScriptedAgent;
let receiver: Receiver;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'countersign-webhook-crash-'));
});
afterEach(async () => {
  await server?.kill('SIGKILL');
  await receiver?.close();
  await agent?.close();
  rmSync(directory, { recursive: true, force: true });
});

it('killed before a call was answered, makes it again with the same id', async () => {
  receiver = await startReceiver((index) => (index === 0 ? 'hang' : 200));
  agent = await startScriptedAgent({
    headers: { 'hai-resume': 'last-event-id' },
    onRun(run) {
      if (run.headers['last-event-id'] !== undefined) return;
      run.send({ type: 'RUN_STARTED', runId: run.input.runId });
      run.send(upMessage(run.input.threadId, { messageId: 'p', state: 'needsHumanDecision' }));
    },
  });
  const start = async () => {
    server = await startChildServer(directory, [describeAgent(agent)], {
      COUNTERSIGN_WEBHOOK_ALLOW: `elsewhere, 127.0.0.1:${receiver.port}`,
      COUNTERSIGN_ORIGIN: 'https://console.example/ignored',
    });
    return server;
  };
  const first = await start();
  const { body: webhook } = await first.request('/api/webhooks', {
    name: 'Pager',
    url: receiver.url,
    enabled: true,
    severityFrom: 'info',
    repeatMs: null,
  });
  await first.request('/api/tasks', { agentId: 'demo', message: 'go' });
  const lost = await receiver.call(0);
  await first.kill('SIGKILL');
  await start();
  const again = await receiver.call(1);
  expect(again.id).toBe(lost.id);
  expect(again.body).toEqual(lost.body);
  expect(again.body.data.url).toMatch(/^https:\/\/console\.example\/inbox\//);
  expect(isSigned(again, webhook.secret)).toBe(true);
}, 60_000);
