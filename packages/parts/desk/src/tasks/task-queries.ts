import type { Task } from '@countersign/api/task';
import {
  decodePageCursor,
  encodePageCursor,
  pageOfRows,
} from '@countersign/server/http/page-cursor';
import type { Journal } from '@countersign/server/journal/journal';
import { isDamage } from '@countersign/server/store/faults/damage';
import { mapInOrder } from '@countersign/server/store/in-order';
import { type TaskFilter, taskPlaces, taskRowIf, taskRows } from '../rows/task-rows.ts';
import { capabilities, toTask } from './records.ts';

export interface TaskQuery extends TaskFilter {
  cursor?: string | undefined;
  limit: number;
}

interface TaskPage {
  items: Task[];
  nextCursor: string | null;
}

/** Newest first. */
export async function listTasks(journal: Journal, query: TaskQuery): Promise<TaskPage> {
  try {
    return await pageOf(journal, query);
  } catch (error) {
    if (!isDamage(error)) throw error;
    return await pageAround(journal, query);
  }
}

async function pageOf(journal: Journal, query: TaskQuery): Promise<TaskPage> {
  const cursor = decodePageCursor(query.cursor);
  const rows = await taskRows(journal.read, query, { before: cursor, limit: query.limit + 1 });
  const { items, nextCursor } = pageOfRows(rows, query.limit, {
    item: (row) => row,
    cursor: (row) => encodePageCursor(row.started, row.id),
  });
  return { items: await mapInOrder(items, (row) => toTask(journal.read, row)), nextCursor };
}

/** The same with pages of the disk that cannot be read: the ids come from an index, and each task is read separately. */
async function pageAround(journal: Journal, query: TaskQuery): Promise<TaskPage> {
  const cursor = decodePageCursor(query.cursor);
  const items: Task[] = [];
  let last = { started: cursor?.at ?? Number.MAX_SAFE_INTEGER, id: cursor?.id ?? '' };
  const isAsked = query.state === undefined && query.agent === undefined && query.q === undefined;
  const readWhole = async (place: typeof last): Promise<Task | null> => {
    try {
      const row = await taskRowIf(journal.read, query, place.id);
      return row === undefined ? null : await toTask(journal.read, row);
    } catch (error) {
      if (!isDamage(error)) throw error;
      return isAsked || query.q === place.id ? unreadable(place) : null;
    }
  };
  for (;;) {
    const places = await taskPlaces(journal.read, last, query.limit);
    for (const place of places) {
      last = place;
      const task = await readWhole(place);
      if (task !== null) items.push(task);
      if (items.length >= query.limit) {
        return { items, nextCursor: encodePageCursor(last.started, last.id) };
      }
    }
    if (places.length < query.limit) return { items, nextCursor: null };
  }
}

/** A task of which only the id and the start time can be read. */
const unreadable = ({ id, started }: { id: string; started: number }): Task => ({
  id,
  title: id,
  agentId: '',
  agentName: '',
  agents: [],
  runId: '',
  runStatus: 'lost',
  state: null,
  openPrompts: { blocking: 0, followup: 0 },
  startedAt: started,
  updatedAt: started,
  endedAt: started,
  counts: { events: 0, anomalies: 0 },
  damaged: true,
  controls: [],
  can: capabilities(null, false),
});
