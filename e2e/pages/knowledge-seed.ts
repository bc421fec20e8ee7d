import type { Stack } from '../stack.ts';
import { answerPlace, openPrompt, runStatus, startHiring } from './console.ts';

/** A memory that a person notes, with data that must not leave. */
const workflow = {
  type: 'workflow',
  tags: ['hiring'],
  content: {
    workflow_name: 'Invite a contractor',
    task_description: 'Find contractors who fit a vacancy, and invite two of them.',
    result_status: 'success',
    domain: 'hiring',
    steps: [
      { name: 'Ask where the work is', description: 'City and days on site' },
      { name: 'Rank', description: 'Up to 1,200 EUR, ask ada.meyer@example.org if it is more' },
      { name: 'Invite', description: 'After an approval' },
    ],
  },
};

export const concept = (id: string, definition: string) => ({
  ...{ knowledge_id: id, title: 'PCI reuse', source_memory_type: 'semantic' },
  ...{ source_agent: 'radio-planner', metadata: { approved_by: 'Grace' } },
  content: { concept_name: 'PCI reuse', definition },
});

export const pack = {
  ...{ pack_id: 'ran-basics', version: '1', domain_tags: ['ran'] },
  items: [
    {
      ...{ memory_type: 'workflow', importance: 'high' },
      content: { workflow_name: 'PCI repair', steps: 'detect: compare\nplan: choose' },
    },
    {
      memory_type: '语义记忆',
      content: { concept_name: '小区标识', definition: '小区的物理标识' },
    },
  ],
};

export async function noteMemory(stack: Stack, more: object = {}): Promise<string> {
  const body = { ...workflow, content: { ...workflow.content, ...more } };
  return (await stack.api<{ id: string }>('/api/knowledge/memories', { body })).id;
}

/** Knowledge of others that is held. */
export const receive = (stack: Stack, items: readonly unknown[]) =>
  stack.api('/api/knowledge/incoming', { body: { items } });

export async function absorbAll(stack: Stack): Promise<void> {
  const { items } = await stack.api<{ items: { id: string; digest: string }[] }>(
    '/api/knowledge/incoming',
  );
  const decisions = items.map(({ id, digest }) => ({ id, digest, verdict: 'absorb' }));
  await stack.api('/api/knowledge/incoming/decisions', { body: { decisions } });
}

/** Two memories that contradict each other, and the question about them. */
export async function contradict(stack: Stack): Promise<void> {
  await receive(stack, [concept('k-1', 'PCI reuse is allowed in 3 cells')]);
  await absorbAll(stack);
  await receive(stack, [concept('k-2', 'PCI reuse is not allowed in 3 cells')]);
  await absorbAll(stack);
}

/** A hiring task of the demo in which a person fills in the place, up to its end. */
export async function hireOnce(stack: Stack): Promise<string> {
  const taskId = await startHiring(stack);
  await answerPlace(stack, taskId);
  await finishHiring(stack, taskId);
  return taskId;
}

/** Approves the invitation and waits for the end. */
export async function finishHiring(stack: Stack, taskId: string): Promise<void> {
  const { id, digest } = await openPrompt(stack, taskId, 'followup');
  await stack.api(`/api/prompts/${encodeURIComponent(id)}/decisions`, {
    body: { digest, idempotencyKey: `invite-${taskId}`, feedback: { type: 'approve' } },
  });
  await runStatus(stack, taskId, 'finished');
}

/** Something for every view: a contradiction, more knowledge that is held, and a memory with its extraction. Returns the memory's id. */
export async function fillKnowledge(stack: Stack): Promise<string> {
  await contradict(stack);
  await receive(stack, [
    concept('k-3', 'PCI reuse is allowed in 12 cells'),
    { ...concept('k-4', 'A cell has one identity'), title: 'Cell identity' },
  ]);
  const id = await noteMemory(stack);
  await stack.api('/api/knowledge/extractions', { body: { memories: [id] } });
  return id;
}
