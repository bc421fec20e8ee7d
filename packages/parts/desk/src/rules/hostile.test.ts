import { describeAgent, type Harness, startHarness } from '@countersign/bff/testing/harness';
import {
  type ScriptedAgent,
  startScriptedAgent,
  upMessage,
} from '@countersign/bff/testing/scripted-agent';
import { systemClock } from '@countersign/server/runtime/clock';
import { afterEach, expect, it } from 'vitest';
import { readRule } from '../rows/rules.ts';

let harness: Harness;
let hostile: ScriptedAgent;
let honest: ScriptedAgent;
afterEach(async () => {
  await harness.close();
  await hostile.close();
  await honest.close();
});

async function rule(agentId: string, path: string): Promise<string> {
  const { body } = await harness.request('POST', '/api/rules', {
    name: `Of ${agentId}`,
    expiresAt: systemClock.now() + 60_000,
    match: { agentId, conditions: [{ path, is: 'present' }] },
    feedback: { type: 'approve' },
  });
  await harness.request('POST', `/api/rules/${body.id}/dry-run`);
  const on = { enabled: true, version: 1 };
  expect((await harness.request('POST', `/api/rules/${body.id}/enabled`, on)).status).toBe(200);
  return body.id;
}

it('an agent whose payloads take too long blocks its own rule, and no other', async () => {
  hostile = await startScriptedAgent();
  honest = await startScriptedAgent();
  harness = await startHarness({
    agents: [describeAgent(hostile, { id: 'hostile' }), describeAgent(honest, { id: 'honest' })],
  });
  const slow = await rule('hostile', "$[?match(@, '(a+)+b')]");
  const quick = await rule('honest', '$..sum');
  const flood = 30;
  const { taskId: first } = await harness.start('hostile');
  const run = await hostile.run(0);
  for (let index = 0; index < flood; index += 1) {
    const text = `${'a'.repeat(60)}!${index}`;
    const state = 'needsHumanDecision';
    run.send(upMessage(first, { messageId: `p${index}`, state, payload: { text } }));
  }
  const { taskId: second } = await harness.start('honest');
  const state = 'needsHumanDecision';
  const message = upMessage(second, { messageId: 'p', state, payload: { order: { sum: 1 } } });
  (await honest.run(0)).send(message);
  await harness.untilPrompt(second, 'answered');
  await harness.until(() => harness.facts(first, 'countersign.prompt').length === flood);
  await harness.services.rulesIdle();
  const { read } = harness.services.journal;
  expect(await readRule(read, quick)).toMatchObject({ answered: 1 });
  expect(await readRule(read, slow)).toMatchObject({ answered: 0, passedOver: flood });
  const { body: audit } = await harness.request('GET', `/api/audit?operator=rule:${slow}`);
  const reasons = audit.items.map(({ detail }) => String(detail['reason']));
  // After the first it is paused, and costs nothing.
  expect(reasons.filter((reason) => /a moment ago/.test(reason))).toHaveLength(flood - 1);
});
