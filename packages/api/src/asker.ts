/**
 * Who asks without a task: something inside the server that is no registered agent, such as a session of another protocol or a
 * store of memories. Its id is in `Prompt.agentId`. No id of an agent contains a colon.
 */
const prefix = 'asker:';

/** The id of an asker. `name` is unique among the askers of the server. */
export const askerIdOf = (name: string): string => `${prefix}${name}`;

/** No new task may have such an id: the facts of an asker's questions are in a log of that name. */
export const isAskerId = (id: string): boolean => id.startsWith(prefix);

/** The log of a prompt's facts: its task, or else its asker. */
export const logOf = ({ taskId, agentId }: { taskId: string | null; agentId: string }): string =>
  taskId ?? agentId;
