import type { HaiEventOf } from '@countersign/hai/event';
import { sizeOf } from '@countersign/json/json-size';
import { objectionToSize } from '@countersign/json/owned-document';
import { isOverBudget } from '@countersign/json/patch';
import type { PatchOperation } from '@countersign/json/patch-operation';
import type { Cause } from '../cause.ts';
import { say } from '../statements.ts';
import { noHandOvers, seedOperations } from '../workflow-items.ts';
import type { Draft } from './draft.ts';
import { leaveOut } from './leave-out.ts';

/** A thread has one shared document; an agent that relays state events of another one shares it. */
export function foldStateSnapshot(
  draft: Draft,
  cause: Cause,
  { snapshot }: HaiEventOf<'STATE_SNAPSHOT'>,
): void {
  const objection = objectionToSize(sizeOf(snapshot), draft.budget.state);
  if (objection !== null) {
    leaveOut(draft, cause, 'state', say('fold.snapshot-left-out', { reason: objection }));
    return;
  }
  draft.setState(snapshot);
  // From now on the document is the agent's own, and the fold adds nothing.
  draft.thread.handOvers = noHandOvers;
  draft.stateChanged('', cause.envelope.sequence);
}

export function foldStateDelta(
  draft: Draft,
  cause: Cause,
  { delta }: HaiEventOf<'STATE_DELTA'>,
): void {
  const { sequence } = cause.envelope;
  seedWorkflow(draft, delta, sequence);
  const failed = draft.patcher.apply(delta);
  for (const each of failed) draft.operationFailed(sequence, each);
  const [refusal] = failed.filter(isOverBudget);
  if (refusal !== undefined) {
    leaveOut(draft, cause, 'state', say('fold.change-left-out', { reason: refusal.reason }));
  }
  const refused = failed.length === 0 ? null : new Set(failed.map(({ operation }) => operation));
  for (const operation of delta) {
    if (operation.op === 'test' || refused?.has(operation) === true) continue;
    draft.stateChanged(topOf(operation), sequence);
  }
}

function seedWorkflow(draft: Draft, delta: readonly PatchOperation[], sequence: number): void {
  const { handOvers } = draft.thread;
  const operations = seedOperations(handOvers, draft.patcher.document, delta);
  if (handOvers === undefined || operations.length === 0) return;
  draft.patcher.apply(operations);
  draft.thread.handOvers = { ...handOvers, seeded: handOvers.tasks.length };
  draft.stateChanged('/workflowItems', sequence);
}

/** The top-level path an operation touches. */
function topOf({ path }: PatchOperation): string {
  const end = path.indexOf('/', 1);
  return end === -1 ? path : path.slice(0, end);
}
