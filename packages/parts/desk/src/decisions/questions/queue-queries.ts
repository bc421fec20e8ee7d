import { wireRowOf } from '@countersign/api/prompt-row';
import type { QueueFilter, QueueQuery } from '@countersign/api/prompts/queue';
import type { WireRow } from '@countersign/api/prompts/wire-row';
import { say } from '@countersign/api/statements';
import { parsePath } from '@countersign/desk/content/json-path';
import { holds } from '@countersign/desk/rules/conditions';
import { decodeKeyCursor, encodeKeyCursor } from '@countersign/server/http/page-cursor';
import { ProblemError } from '@countersign/server/http/problem';
import type { Journal } from '@countersign/server/journal/journal';
import { isDamage } from '@countersign/server/store/faults/damage';
import { withUpPrompt } from '@countersign/upformat/up-prompt';
import { readRowSource } from '../../records/prompt-records.ts';
import { byClosing, byUrgency, type Key, keyOf, queuePlaces } from '../../rows/questions/queue.ts';
import {
  filterConditions,
  type Looking,
  stateConditions,
} from '../../rows/questions/queue-conditions.ts';
import { noteLost } from './prompt-queries.ts';

interface QueuePage {
  items: WireRow[];
  nextCursor: string | null;
}

/** The maximum of messages that one page checks by a condition, and of their characters: a partial result is a page too. */
const maxJudged = 1_000;
const maxJudgedChars = 16_000_000;
/** Prompts read at once if each is checked by a condition. */
const atOnce = 200;

/** Prompts as short rows: the open ones, the most urgent first; or closed ones, the latest first. */
export async function listQueue(
  journal: Journal,
  query: QueueQuery,
  looking: Looking,
): Promise<QueuePage> {
  const order = query.show === undefined ? byUrgency : byClosing;
  const passes = judgeOf(query);
  // Prompts requested by id are returned regardless of the filters.
  const filters = query.ids === undefined ? filterConditions(query, looking) : [];
  const conditions = [...stateConditions(query), ...filters];
  let cursor: Key | null = decodeKeyCursor(query.cursor, order.key.length);
  const items: WireRow[] = [];
  let judged = 0;
  let chars = 0;
  for (;;) {
    const limit = passes === null ? query.limit - items.length + 1 : atOnce;
    const places = await queuePlaces(journal.read, order, { conditions, after: cursor, limit });
    for (const place of places) {
      if (items.length >= query.limit || judged >= maxJudged || chars >= maxJudgedChars)
        return { items, nextCursor: cursor === null ? null : encodeKeyCursor(cursor) };
      cursor = keyOf(order, place);
      const source = await readSource(journal, place.id);
      if (source === null) continue;
      if (passes !== null) {
        judged += 1;
        chars += source.ask.length + JSON.stringify(source.message).length;
        if (!passes(withUpPrompt(source.message))) continue;
      }
      items.push(wireRowOf(source));
    }
    if (places.length < limit) return { items, nextCursor: null };
  }
}

/** Whether a message passes the requested condition; null = there is none. */
function judgeOf({ condition }: QueueFilter): ((message: unknown) => boolean) | null {
  if (condition === undefined) return null;
  let isDirect = false;
  try {
    isDirect = parsePath(condition.path).direct;
  } catch {
    // Falls through to the problem.
  }
  // A path that searches may cost more than a list should.
  if (!isDirect) throw new ProblemError('invalid-request', say('request.path-of-condition'));
  return (message) => holds([condition], message);
}

async function readSource(journal: Journal, id: string) {
  try {
    return await readRowSource(journal.read, id);
  } catch (error) {
    if (!isDamage(error)) throw error;
    await noteLost(journal, id);
    return null;
  }
}
