import { type RecalledMemory, recalledEntry } from '@countersign/hai/recalled';
import { nameOf } from '@countersign/memory/model/memory-texts';
import { type GivenMemory, recallForRun } from '@countersign/memory/work/recall-for-run';
import type { RecallFor } from '@countersign/part-desk/tasks/run-inputs';
import type { Report } from '@countersign/server/runtime/alarm';
import type { Knowledge } from './knowledge.ts';
import type { MemoryMeanings } from './memory-meanings.ts';
import { correctionOf } from './memory-views.ts';

/** What an agent is given out of its memories. */
export interface Recall {
  /** The entries of the context of a run. Never rejects: a run starts also without memories. */
  contextFor(run: RecallFor): Promise<unknown[]>;
  /** What is relevant to a query, as an agent would be given it; at most so many. */
  memoriesFor(ask: RecallFor & { limit: number }): Promise<RecalledMemory[]>;
}
/** A run does not wait longer for the model. */
const maxMeaningMs = 3_000;
/** Longer queries say no more of what a run is about. */
const maxQueryChars = 4_000;
/** Of all memories of one run, in characters: agents that are models read all of it. */
const maxChars = 60_000;

/** The address of a memory, relative to the console. */
export const pathOfMemory = (id: string): string => `/knowledge/memories/${encodeURIComponent(id)}`;

export function createRecall(
  { knowledge, memoryMeanings }: { knowledge: Knowledge; memoryMeanings: MemoryMeanings },
  report: Report,
): Recall {
  const memoriesFor: Recall['memoriesFor'] = async ({ agentId, caller, query, limit }) => {
    const settings = await knowledge.settings();
    const own = settings.agents.find(({ agent }) => agent === agentId);
    const isOn = settings.isOn && own?.isOn !== false;
    if (!isOn) return [];
    const { index } = await knowledge.held();
    const meaning = await memoryMeanings.of(query.slice(0, maxQueryChars), maxMeaningMs);
    const request = {
      ...{ agent: agentId, caller, query: query.slice(0, maxQueryChars), isOn },
      ...{ tags: own?.tags ?? [], types: own?.types ?? [] },
      limit: Math.min(limit, settings.limit),
      now: knowledge.now(),
    };
    const given = recallForRun(index, request, meaning);
    return fitting(given.map(recalled));
  };
  return {
    memoriesFor,
    async contextFor({ query, ...run }) {
      try {
        const memories = await memoriesFor({ ...run, query, limit: 50 });
        return memories.length === 0 ? [] : [recalledEntry(query.slice(0, 1_000), memories)];
      } catch (error) {
        report('A run was started without what its agent has learnt.', error, {
          agentId: run.agentId,
        });
        return [];
      }
    },
  };
}

/** The first ones that are not too long together. */
function fitting(memories: readonly RecalledMemory[]): RecalledMemory[] {
  let chars = 0;
  return memories.filter((memory) => {
    const size = JSON.stringify(memory).length;
    if (chars + size > maxChars) return false;
    chars += size;
    return true;
  });
}

function recalled({ memory, score, why }: GivenMemory): RecalledMemory {
  const correction = correctionOf(memory);
  const { source_info: _, ...content } = memory.content;
  return {
    ...{ id: memory.id, version: memory.version, type: memory.type },
    title: nameOf(memory).slice(0, 500),
    ...{ score, why: why.text, whyStatement: why.statement },
    approvedBy: memory.confirmed?.name ?? null,
    origin: { ...memory.origin },
    path: pathOfMemory(memory.id),
    ...(correction === null
      ? { content }
      : {
          correction: {
            question: nameOf(memory),
            words: correction.words,
            changes: correction.changes.map(({ path, decided }) => ({
              path,
              ...(decided === undefined ? {} : { decided }),
            })),
          },
        }),
  };
}
