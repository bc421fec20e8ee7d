import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import { jsonEqual } from '@countersign/json/json-equal';
import { memberOf } from '@countersign/json/json-object';
import { bodyHash } from '../http/body-hash.ts';
import type { Registry } from '../registry/registry.ts';
import { startTask } from '../tasks/task-operations.ts';
import type { HeldCall } from './approvals.ts';
import type { GatewayDeps } from './gateway.ts';
import type { CallPath } from './paths.ts';
import { recordEntry } from './relay-record.ts';

/** Starts the task of a call with the agent of its way. Repeated, it has no effect. */
export async function beginTask(
  deps: Pick<GatewayDeps, 'journal' | 'registry' | 'runs' | 'runInputs' | 'createId'>,
  { taskId, held, path }: { taskId: string; held: HeldCall; path: CallPath },
): Promise<void> {
  const { journal, registry, runs, runInputs, createId } = deps;
  const { message: content, input, ...record } = held;
  const agentId = await agentOf(registry, path, held.caller);
  const messageId = createId();
  const first = await runInputs.first({
    ...{ agentId, threadId: taskId, content, messageId },
    input: input ?? undefined,
  });
  const outcome = await journal.commit(startTask, {
    title: titleOf(content, held.service),
    agentId,
    operatorId: held.caller,
    input: { ...first, context: [...(first.context ?? []), recordEntry(record)] },
    words: { messageId, content },
    key: null,
    bodyHash: bodyHash([taskId]),
  });
  if (outcome.kind === 'started') await runs.start(outcome.runId);
}

/** The agent of a way: one that the server knows at this address, with its secrets, or else the service itself. */
async function agentOf(registry: Registry, { target }: CallPath, by: string): Promise<string> {
  const known = (await registry.list()).find(
    ({ url, protocol }) =>
      url === target.url && (protocol === target.protocol || protocol === 'detect'),
  );
  if (known !== undefined && known.id !== target.id) return known.id;
  const before = await registry.descriptor(target.id);
  if (before === null) await registry.add(target, by);
  else if (isOther(before, target)) await registry.change(target, by);
  return target.id;
}

/** Whether a service describes itself in another way than before. */
const isOther = (before: AgentDescriptor, after: AgentDescriptor): boolean =>
  Object.entries(after).some(([name, value]) => !jsonEqual(memberOf(before, name), value));

/** The first line of what is asked for, cut at a word. */
function titleOf(content: string, service: string): string {
  const line = content.trim().split('\n')[0] ?? '';
  const title = line.startsWith('{') ? service : line;
  return title.length <= 120 ? title : `${title.slice(0, 119).replace(/\s+\S*$/, '')}…`;
}
