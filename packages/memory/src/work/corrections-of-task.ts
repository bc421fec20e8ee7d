import { jsonEqual } from '@countersign/json/json-equal';
import { isObject, memberOf } from '@countersign/json/json-object';
import { pointerOf } from '@countersign/json/json-pointer';
import { createMemory } from '../model/create-memory.ts';
import type { Memory } from '../model/memory.ts';
import type { DecisionFact, FinishedTask } from './finished-task.ts';

/** One member that a person changed. */
export interface CorrectedMember {
  /** JSON Pointer into what the agent proposed. */
  path: string;
  /** Absent = it was not there. */
  proposed?: unknown;
  decided?: unknown;
}

const maxMembers = 50;

/** The members in which two values differ, the deepest ones that are no objects; of very many, the whole: none is left out. */
export function correctedMembers(proposed: unknown, decided: unknown): CorrectedMember[] {
  const members = membersIn(proposed, decided, []);
  return members.length > maxMembers ? [memberAt([], proposed, decided)] : members;
}

function membersIn(
  proposed: unknown,
  decided: unknown,
  path: readonly PropertyKey[],
): CorrectedMember[] {
  if (proposed === undefined && decided === undefined) return [];
  if (proposed !== undefined && decided !== undefined && jsonEqual(proposed, decided)) return [];
  if (isObject(proposed) && isObject(decided)) {
    const names = [...new Set([...Object.keys(proposed), ...Object.keys(decided)])];
    return names.flatMap((name) =>
      membersIn(memberOf(proposed, name), memberOf(decided, name), [...path, name]),
    );
  }
  return [memberAt(path, proposed, decided)];
}

const memberAt = (
  path: readonly PropertyKey[],
  proposed: unknown,
  decided: unknown,
): CorrectedMember => ({
  path: pointerOf(path),
  ...(proposed === undefined ? {} : { proposed }),
  ...(decided === undefined ? {} : { decided }),
});

/** An approval teaches nothing that the agent did not know, whatever its reason is. */
export const teaches = ({ choice, words, proposed, decided }: DecisionFact): boolean =>
  choice !== 'approved' &&
  (choice === 'rejected' ||
    choice === 'filled' ||
    words.trim() !== '' ||
    (choice === 'edited' && correctedMembers(proposed, decided).length > 0));

/** The tag by which corrections are found. */
export const correctionTag = 'correction';

/**
 * What people taught an agent in a task: a memory for each edit, rejection, instruction and value that was filled in, linked to its
 * decision. They are pending: an agent is given one only after a person has reviewed it.
 */
export function correctionsOfTask(
  task: FinishedTask,
  createId: (prefix: string) => string,
): Memory[] {
  return task.decisions.filter(teaches).map((decision) =>
    createMemory({
      id: createId('correction'),
      type: 'semantic',
      agent: task.agent,
      status: 'pending',
      origin: { kind: 'correction', caller: task.caller },
      importance: 'high',
      createdAt: decision.at,
      tags: [correctionTag, decision.choice, ...(task.domain === '' ? [] : [task.domain])],
      content: {
        concept_name: decision.subject,
        definition: decision.words.trim(),
        properties: {
          choice: decision.choice,
          changes: correctedMembers(decision.proposed ?? undefined, decision.decided ?? undefined),
        },
        relations: [],
        domain: task.domain,
        source_info: { source_type: 'correction', decision_id: decision.id, task_id: task.id },
      },
    }),
  );
}
