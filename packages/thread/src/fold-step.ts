import type { HaiEventOf } from '@countersign/hai/event';
import type { Cause } from './cause.ts';
import type { Draft } from './draft.ts';
import { lookup } from './thread-index.ts';

export function foldStepStarted(
  draft: Draft,
  cause: Cause,
  { stepName }: HaiEventOf<'STEP_STARTED'>,
): void {
  draft.append(cause, { kind: 'step', stepName, status: 'running' });
}

export function foldStepFinished(
  draft: Draft,
  cause: Cause,
  { stepName }: HaiEventOf<'STEP_FINISHED'>,
): void {
  const position = draft.find(lookup.step(cause.speaker, stepName));
  if (position === undefined || draft.item(position, 'step')?.status !== 'running') return;
  const step = draft.edit(position, 'step');
  if (step === undefined) return;
  step.status = 'finished';
  step.lastSequence = cause.envelope.sequence;
  step.endedAt = cause.envelope.receivedAt;
  draft.index.open.delete(position);
}
