import type { Memory } from '../model/memory.ts';
import { alignSteps } from './align-steps.ts';
import type { Conflict, Contradiction, MergeProposal, StepRow } from './conflict.ts';
import { plain, relate } from './same-text.ts';

type Workflow = Extract<Memory, { type: 'workflow' }>;

/** At most so many steps are aligned; longer procedures are compared by name and as a whole. */
const maxSteps = 100;

export function compareWorkflows(
  mine: Workflow,
  theirs: Workflow,
  isSameKnowledge: boolean,
): Conflict | null {
  const names = namesRelate(mine.content.workflow_name, theirs.content.workflow_name);
  const rows = alignSteps(
    mine.content.steps.slice(0, maxSteps),
    theirs.content.steps.slice(0, maxSteps),
  );
  const count = (...states: readonly string[]) =>
    rows.filter(({ state }) => states.includes(state)).length;
  const [same, mineOnly, theirsOnly] = [count('same'), count('mine'), count('theirs')];
  const paired = same + count('changed', 'opposite');
  const isOne =
    isSameKnowledge || names === 'equal' || (rows.length > 0 && same / rows.length >= 0.6);
  const conflict = (kind: Conflict['kind'], contradictions: Contradiction[] = []): Conflict => ({
    kind,
    with: mine.id,
    contradictions,
    proposal: null,
  });
  if (isOne) {
    const contradictions = contradictionsIn(mine, theirs, rows);
    if (contradictions.length > 0) return conflict('contradiction', contradictions);
    if (same === rows.length) return conflict('redundancy');
    // Containment only in whole: a step in another wording is another version.
    if (same > 0 && same + theirsOnly === rows.length) return conflict('superset');
    if (same > 0 && same + mineOnly === rows.length) return conflict('subset');
    return paired === 0 && names !== 'equal' && !isSameKnowledge
      ? null
      : { ...conflict('version'), proposal: proposalOf(mine, theirs, rows) };
  }
  const smaller = Math.min(mine.content.steps.length, theirs.content.steps.length);
  if (smaller >= 2 && same / smaller >= 0.8) {
    return conflict(theirsOnly >= mineOnly ? 'superset' : 'subset');
  }
  return names === 'contained' ? conflict('related') : null;
}

function namesRelate(one: string, other: string): 'equal' | 'contained' | 'other' {
  const [left, right] = [plain(one), plain(other)];
  if (left === '' || right === '') return 'other';
  if (left === right) return 'equal';
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  const isWhole = /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(
    short,
  )
    ? short.length >= 2 && long.includes(short)
    : short.length >= 4 && ` ${long} `.includes(` ${short} `);
  return isWhole ? 'contained' : 'other';
}

function contradictionsIn(
  mine: Workflow,
  theirs: Workflow,
  rows: readonly StepRow[],
): Contradiction[] {
  const found: Contradiction[] = [];
  const [one, other] = [mine.content.result_status, theirs.content.result_status];
  const sameSteps = rows.every(({ state }) => state === 'same');
  // The same steps succeeded there and failed here: who takes them must know.
  if (sameSteps && one !== '' && other !== '' && relate(one, other) === 'opposite') {
    found.push({ path: '/result_status', mine: one, theirs: other });
  }
  for (const row of rows) {
    if (row.state !== 'opposite' || row.mine === null) continue;
    const path = `/steps/${mine.content.steps.indexOf(row.mine)}`;
    found.push({ path, mine: row.mine, theirs: row.theirs });
  }
  return found;
}

/** Mine, with the steps that only they have at their places; where both word a step, mine, which can be chosen otherwise. */
function proposalOf(mine: Workflow, theirs: Workflow, rows: readonly StepRow[]): MergeProposal {
  const steps = rows.flatMap((row) => row.mine ?? row.theirs ?? []);
  const choices = rows.flatMap((row, at): Contradiction[] =>
    row.state === 'changed' ? [{ path: `/steps/${at}`, mine: row.mine, theirs: row.theirs }] : [],
  );
  return { rows: [...rows], content: { ...theirs.content, ...mine.content, steps }, choices };
}
