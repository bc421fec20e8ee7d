import type { Attachment } from '@countersign/api/attachment';
import type { Operator } from '@countersign/api/operator';
import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import { jsonEqual } from '@countersign/json/json-equal';
import type { JsonObject } from '@countersign/json/json-object';
import type { KnownAgent } from '@countersign/part-desk/agents/secret-headers';
import { recordEntry } from '@countersign/part-desk/relayed/relay-record';
import { withNames } from '@countersign/part-desk/tasks/attached';
import { startTask } from '@countersign/part-desk/tasks/task-operations';
import { bodyHash } from '@countersign/server/http/body-hash';
import type { HeldCall } from '../approvals.ts';
import type { GatewayDeps } from '../calling.ts';
import type { CallPath } from '../paths.ts';
import { maskedTowards } from '../route-masking.ts';
import { sessionScope } from '../session-scope.ts';
import { takenFiles } from './taken-files.ts';

/** Starts the task of a call with the agent of its way. Repeated, it has no effect. */
export async function beginTask(
  deps: GatewayDeps,
  {
    taskId,
    held,
    path,
    caller,
    files = [],
  }: {
    taskId: string;
    held: HeldCall;
    path: CallPath;
    caller: Operator;
    files?: readonly Attachment[];
  },
): Promise<void> {
  const { journal, runs, runInputs, createId } = deps;
  const { message, input, ...asked } = held;
  // A call that a person has allowed begins under the policy that there is now.
  const { mask: _, ...record } = asked;
  const mask = maskedTowards(caller, path);
  const agentId = await agentOf(deps, path, held.caller);
  const attached = await takenFiles(deps, agentId, files);
  const content = withNames(message, attached.names);
  const messageId = createId();
  const first = await runInputs.first({
    ...{ agentId, caller: held.caller, threadId: taskId, content, messageId },
    input: input ?? undefined,
    attached,
  });
  const outcome = await journal.commit(startTask, {
    title: titleOf(message, held.service),
    agentId,
    operatorId: held.caller,
    input: {
      ...first,
      context: [
        ...(first.context ?? []),
        recordEntry({ ...record, ...(mask.length === 0 ? {} : { mask }) }),
      ],
    },
    words: { messageId, content },
    // The tasks of a session are found by it.
    key: record.contextId === null ? null : taskId,
    ...(record.contextId === null ? {} : { scope: sessionScope(held.caller, record.contextId) }),
    bodyHash: bodyHash([taskId]),
  });
  if (outcome.kind === 'started') await runs.start(outcome.runId);
}

/**
 * The agent of a way: the service itself, or the one that an administrator has named in the policy, with its secrets. An agent that
 * only has the same address is not meant: registrants choose the address of a service.
 */
export async function calledAgent(
  { registry }: Pick<GatewayDeps, 'registry'>,
  { target, policy }: Pick<CallPath, 'target' | 'policy'>,
): Promise<KnownAgent> {
  const known = policy.agent === undefined ? null : await registry.descriptor(policy.agent);
  const isMeant =
    known?.url === target.url &&
    (known.protocol === target.protocol || known.protocol === 'detect');
  if (known === null || !isMeant) return target;
  return known;
}

/** The id of the agent that is called, which is registered here if it is the service itself. */
async function agentOf(deps: Pick<GatewayDeps, 'registry'>, path: CallPath, by: string) {
  const { registry } = deps;
  const { target } = path;
  const { id } = await calledAgent(deps, path);
  if (id !== target.id) return id;
  const before = await registry.descriptor(target.id);
  if (before === null) await registry.add(target, by);
  // Without the headers that it may have been given: they were for the address that it had.
  else if (isOther(before, target)) {
    await registry.change(target.id, () => ({ ...target, headers: {} }), by);
  }
  return target.id;
}

/** Whether a service describes itself in another way than before: also if it leaves out what it had. */
function isOther(before: AgentDescriptor, after: AgentDescriptor): boolean {
  const reported = (descriptor: AgentDescriptor): JsonObject => {
    const {
      headers: _,
      capabilities: __,
      secretLost: ___,
      ...rest
    } = { ...descriptor } as JsonObject;
    return JSON.parse(JSON.stringify(rest));
  };
  return !jsonEqual(reported(before), reported(after));
}

/** The first line of what is asked for, cut at a word. */
function titleOf(content: string, service: string): string {
  const line = content.trim().split('\n')[0] ?? '';
  const title = line.startsWith('{') ? service : line;
  return title.length <= 120 ? title : `${title.slice(0, 119).replace(/\s+\S*$/, '')}…`;
}
