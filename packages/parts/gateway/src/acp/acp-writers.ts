import { isUuid } from '@countersign/adapters/relay/acp-calls';
import { createAcpEventWriter } from '@countersign/adapters/relay/acp-events';
import { writeAcpRun } from '@countersign/adapters/relay/acp-runs';
import { isFinal, type RelayTask, type Written } from '@countersign/adapters/relay/neutral';
import type { JsonObject } from '@countersign/json/json-object';
import { uuidV5 } from '@countersign/uap/model/uuid-v5';
import { slug } from '@countersign/uap/profile/acp-manifest';

const uuids = { uuidOf: uuidV5 };

/** Agents of ACP have the names of their services, in the letters that it allows. */
const named = <Named extends { agent: string }>(task: Named): Named => ({
  ...task,
  agent: slug(task.agent),
});

/** The id of the session that a conversation is in ACP, where sessions are UUIDs. */
export const sessionIdOf = (contextId: string): string =>
  isUuid(contextId) ? contextId.toLowerCase() : uuidV5(contextId);

/** A task as a run of ACP. */
export const writeRun = (task: RelayTask): Written<JsonObject> => writeAcpRun(named(task), uuids);

/** A task whose agent was asked to stop: until it has ended it is being cancelled, regardless of its agent. */
export function writeCancelledRun(task: RelayTask): JsonObject {
  const { await_request: _, ...run } = writeRun(task).value;
  return isFinal(task.state) ? run : { ...run, status: 'cancelling' };
}

/** The events of a task as those of a run. */
export const createRunWriter = (task: RelayTask): ReturnType<typeof createAcpEventWriter> =>
  createAcpEventWriter(named(task), uuids);
