import type { HaiEventOf, PatchOperation } from '@countersign/hai/event';
import type { Cause } from './cause.ts';
import type { Draft } from './draft.ts';

/** `null`: the shared document of the connected agent; a relayed agent has one of its own. */
const documentOf = ({ relayed, speaker }: Cause): string | null => (relayed ? speaker : null);

export function foldStateSnapshot(
  draft: Draft,
  cause: Cause,
  { snapshot }: HaiEventOf<'STATE_SNAPSHOT'>,
): void {
  draft.setDocument(documentOf(cause), snapshot);
  if (!cause.relayed) draft.stateChanged('', cause.envelope.sequence);
}

export function foldStateDelta(
  draft: Draft,
  cause: Cause,
  { delta }: HaiEventOf<'STATE_DELTA'>,
): void {
  const { sequence } = cause.envelope;
  const failed = draft.patcher(documentOf(cause)).apply(delta);
  for (const { operation, reason } of failed) {
    draft.operationFailed({ sequence, operation, reason });
  }
  if (cause.relayed) return;
  const refused = new Set(failed.map(({ operation }) => operation));
  for (const operation of delta) {
    if (refused.has(operation) || operation.op === 'test') continue;
    draft.stateChanged(topOf(operation), sequence);
  }
}

/** The top-level path an operation touches. */
function topOf({ path }: PatchOperation): string {
  const end = path.indexOf('/', 1);
  return end === -1 ? path : path.slice(0, end);
}
