import type { Prompt } from '@countersign/api/prompt';
import type { PromptQuery } from '@countersign/api/prompts/prompt-query';
import { decodePageCursor, encodePageCursor } from '@countersign/server/http/page-cursor';
import type { Journal } from '@countersign/server/journal/journal';
import { isDamage } from '@countersign/server/store/faults/damage';
import { flatMapInOrder } from '@countersign/server/store/in-order';
import { readPrompt } from '../../records/prompt-records.ts';
import {
  isPromptOf,
  promptPlaces,
  promptPlacesInIndex,
} from '../../rows/questions/prompt-pages.ts';
import { threadOfLost } from '../../rows/questions/prompts.ts';

/** A page of prompts is cut if their messages are longer than this together: one of them may have a megabyte. */
const maxPageChars = 8_000_000;

interface PromptPage {
  items: Prompt[];
  nextCursor: string | null;
}

/** Newest first; the reader sorts by urgency. */
export async function listPrompts(journal: Journal, query: PromptQuery): Promise<PromptPage> {
  try {
    return await pageOf(journal, query);
  } catch (error) {
    if (!isDamage(error)) throw error;
    return await pageAround(journal, query);
  }
}

async function pageOf(journal: Journal, query: PromptQuery): Promise<PromptPage> {
  const before = decodePageCursor(query.cursor);
  // The ids first, which need little memory; the content is read only for those shown.
  const rows = await promptPlaces(journal.read, query, { before, limit: query.limit + 1 });
  let chars = 0;
  const shown = rows.slice(0, query.limit).filter((row, index) => {
    chars += row.chars;
    return index === 0 || chars <= maxPageChars;
  });
  const last = shown.at(-1);
  return {
    items: await flatMapInOrder(
      shown,
      async ({ id }) => (await readPrompt(journal.read, id)) ?? [],
    ),
    nextCursor:
      rows.length > shown.length && last !== undefined ? encodePageCursor(last.at, last.id) : null,
  };
}

const atOnce = 200;

/** A prompt is on a page that cannot be read: its task, found by an index only, is marked as damaged. */
export async function noteLost(journal: Journal, id: string): Promise<void> {
  const place = await threadOfLost(journal.read, id);
  if (place !== undefined) journal.noteDamage(place.thread);
}

/** The same with pages of the disk that cannot be read: the ids come from an index, and each prompt is read separately. */
async function pageAround(journal: Journal, query: PromptQuery): Promise<PromptPage> {
  const before = decodePageCursor(query.cursor);
  const items: Prompt[] = [];
  let last = before ?? { at: Number.MAX_SAFE_INTEGER, id: '' };
  let chars = 0;
  const readWhole = async (id: string): Promise<Prompt | null> => {
    try {
      if (!(await isPromptOf(journal.read, query, { before, id }))) return null;
      return await readPrompt(journal.read, id);
    } catch (error) {
      if (!isDamage(error)) throw error;
      await noteLost(journal, id);
      return null;
    }
  };
  for (;;) {
    const places = await promptPlacesInIndex(journal.read, query, { before: last, limit: atOnce });
    for (const place of places) {
      last = place;
      const prompt = await readWhole(place.id);
      if (prompt === null) continue;
      items.push(prompt);
      chars += JSON.stringify(prompt.message).length;
      if (items.length >= query.limit || chars > maxPageChars) {
        return { items, nextCursor: encodePageCursor(last.at, last.id) };
      }
    }
    if (places.length < atOnce) return { items, nextCursor: null };
  }
}
