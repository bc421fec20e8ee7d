import { type Awaitable, whenRead } from '@countersign/server/store/awaitable';
import type { Reading, Writing } from '@countersign/server/store/port';

export const agentOfTask = (
  reading: Reading,
  id: string,
): Awaitable<{ agent: string } | undefined> =>
  reading.get<{ agent: string }>('SELECT agent FROM tasks WHERE id = ?', id);

export const insertTask = (
  writing: Writing,
  {
    id,
    title,
    agent,
    agents,
    run,
    reads = false,
    starter = null,
  }: {
    id: string;
    title: string;
    agent: string;
    agents: string;
    run: string;
    /** A call of an agent that changes nothing. */
    reads?: boolean;
    /** Who has started it, or requested it from outside. */
    starter?: string | null;
  },
): Awaitable<number> =>
  writing.run(
    'INSERT INTO tasks(id, title, agent, agents, run, started, updated, reads, starter) VALUES(?,?,?,?,?,?,?,?,?)',
    id,
    title,
    agent,
    agents,
    run,
    writing.now,
    writing.now,
    reads ? 1 : 0,
    starter,
  );

export const isTask = (reading: Reading, threadId: string): Awaitable<boolean> =>
  whenRead(reading.get('SELECT 1 FROM tasks WHERE id = ?', threadId), (row) => row !== undefined);

export const setTaskState = (writing: Writing, state: string, id: string): Awaitable<number> =>
  writing.run('UPDATE tasks SET state = ? WHERE id = ?', state, id);

export const setRunOfTask = (
  writing: Writing,
  { runId, agentId, id }: { runId: string; agentId: string; id: string },
): Awaitable<number> =>
  writing.run(
    'UPDATE tasks SET run = ?, agent = ?, updated = ? WHERE id = ?',
    runId,
    agentId,
    writing.now,
    id,
  );

export const writeParticipants = (
  writing: Writing,
  agents: string,
  id: string,
): Awaitable<number> => writing.run('UPDATE tasks SET agents = ? WHERE id = ?', agents, id);

/** JSON. */
export const participantsOf = (
  reading: Reading,
  threadId: string,
): Awaitable<{ agents: string } | undefined> =>
  reading.get<{ agents: string }>('SELECT agents FROM tasks WHERE id = ?', threadId);
