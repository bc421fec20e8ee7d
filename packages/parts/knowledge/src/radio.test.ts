import { memoryPageSchema } from '@countersign/api/knowledge-memory';
import { extractionPageSchema, sharedPageSchema } from '@countersign/api/knowledge-sharing';
import type { Prompt } from '@countersign/api/prompt';
import { type Harness, startHarness } from '@countersign/bff/testing/harness';
import { startTestCrew } from '@countersign/crew/test-crew';
import { agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import { type UpMessage, upMessageSchema } from '@countersign/upformat/message';
import { afterEach, beforeEach, expect, it } from 'vitest';

const base = '/api/knowledge';
let crew: Awaited<ReturnType<typeof startTestCrew>>;
let harness: Harness;
beforeEach(async () => {
  crew = await startTestCrew({ CREW_CELL_MS: '0' });
  harness = await startHarness({
    agents: crew.agents.map((agent) => agentDescriptorSchema.parse(agent)),
  });
});
afterEach(async () => {
  await harness.close();
  await crew.close();
});

const fault = 'Downlink rate dropped at cell NTO-0437-2, seed 7';

async function decide({ id, digest }: Prompt, feedback: object): Promise<void> {
  const body = { feedback, digest, idempotencyKey: `key-of-${id}` };
  expect((await harness.request('POST', `/api/prompts/${id}/decisions`, body)).status).toBe(201);
}

/** The messages of a task, in order. */
const messagesOf = (taskId: string): UpMessage[] =>
  harness.events(taskId).flatMap(({ event }) => {
    const isMessage = event.type === 'CUSTOM' && event.name === 'upformat.message';
    return isMessage ? [upMessageSchema.parse(event.value)] : [];
  });
const evidenceOf = (taskId: string): string =>
  messagesOf(taskId)
    .filter(({ agentId, upThought }) => agentId === 'root-cause' && upThought !== undefined)
    .flatMap(({ upThought }) => upThought?.reasoning ?? [])
    .join(' ');

async function repair(): Promise<string> {
  const { taskId } = await harness.start('radio-master', fault);
  await decide(await harness.untilPrompt(taskId, 'open'), { type: 'approve' });
  await harness.untilStatus(taskId, 'finished');
  await harness.services.learning.settle();
  return taskId;
}

it('stores and shares its experience, and says in a second run of the same fault that it has seen it', async () => {
  const rule = {
    ...{ name: 'Corrected faults', agents: ['radio-master'], types: ['episodic'] },
    ...{ tags: ['ran'], importance: 'high', expiresAt: Date.now() + 86_400_000 },
  };
  expect((await harness.request('POST', `${base}/rules`, rule)).status).toBe(201);
  const first = await repair();
  expect(evidenceOf(first)).toContain('both have PCI');
  expect(evidenceOf(first)).not.toContain('Seen before');

  const { items } = memoryPageSchema.parse(
    (await harness.request('GET', `${base}/memories?tag=ran&task=${first}`)).body,
  );
  expect(items).toMatchObject([
    { type: 'episodic', agent: 'radio-master', layer: 'personal', importance: 'high' },
  ]);
  const [experience] = items;
  // A rule shares nothing that nobody has confirmed.
  expect(await harness.request('GET', `${base}/shared`)).toMatchObject({ body: { items: [] } });
  const move = { to: 'group', version: experience?.version, why: 'seen by all of the crew' };
  const path = `${base}/memories/${experience?.id}/layer`;
  expect((await harness.request('POST', path, move)).status).toBe(200);

  // Nor what comes from an agent for the first time: a person approves it.
  const { body: waiting } = await harness.request('GET', `${base}/extractions`);
  const [item] = extractionPageSchema.parse(waiting).items;
  expect(item?.notByRule?.reasonStatement.code).toBe('memory.rule-not-first');
  const decisions = [{ id: item?.id, digest: item?.digest, verdict: 'approve' }];
  await harness.request('POST', `${base}/extractions/decisions`, { decisions });
  const { items: shared } = sharedPageSchema.parse(
    (await harness.request('GET', `${base}/shared`)).body,
  );
  expect(shared).toMatchObject([
    {
      ...{ memoryId: experience?.id, approval: { kind: 'person' } },
      item: {
        content: { event_pattern: expect.stringContaining('cell {{id}}'), domain: 'ran' },
        metadata: { signature: { alg: 'EdDSA' } },
      },
    },
  ]);

  const { taskId: second } = await harness.start('radio-master', fault);
  const prompt = await harness.untilPrompt(second, 'open');
  const reported = `([memory](/knowledge/memories/${experience?.id}), approved by Administrator)`;
  expect(evidenceOf(second)).toContain(reported);
  // Also to the person who decides about the plan.
  expect(prompt.message.upThought?.reasoning?.[0]).toContain(reported);
  await decide(prompt, { type: 'reject', content: { reason: 'not tonight' } });
  await harness.untilStatus(second, 'finished');
});
