import type { HaiEventOf } from '@countersign/hai/event';
import type { Cause } from '../cause.ts';
import { lookup } from '../thread-index.ts';
import type { Draft } from './draft.ts';
import { foldCustom } from './fold-custom.ts';
import { foldExchangeContent, foldExchangeEnd, foldExchangeStart } from './fold-exchange.ts';
import { foldMessageContent, foldMessageEnd, foldMessageStart } from './fold-message.ts';
import { foldMessageSnapshot } from './fold-message-snapshot.ts';
import { foldRunEnded, foldRunStarted } from './fold-run.ts';
import { foldStateDelta, foldStateSnapshot } from './fold-state.ts';
import {
  foldToolCallArgs,
  foldToolCallEnd,
  foldToolCallResult,
  foldToolCallStart,
} from './fold-tool-call.ts';

function foldStepStarted(
  draft: Draft,
  cause: Cause,
  { stepName }: HaiEventOf<'STEP_STARTED'>,
): void {
  draft.append(cause, { kind: 'step', stepName, status: 'running' });
}

function foldStepFinished(
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

/** One event, by its family. An unknown type does not change the thread. */
export function foldEvent(draft: Draft, cause: Cause): void {
  const { event } = cause.envelope;
  switch (event.type) {
    case 'RUN_STARTED':
      foldRunStarted(draft, cause, event);
      break;
    case 'RUN_FINISHED':
    case 'RUN_ERROR':
      foldRunEnded(draft, cause, event);
      break;
    case 'STEP_STARTED':
      foldStepStarted(draft, cause, event);
      break;
    case 'STEP_FINISHED':
      foldStepFinished(draft, cause, event);
      break;
    case 'BUSINESS_DATA_START':
      foldMessageStart(draft, cause, event);
      break;
    case 'BUSINESS_DATA_CONTENT':
      foldMessageContent(draft, cause, event);
      break;
    case 'BUSINESS_DATA_END':
      foldMessageEnd(draft, cause, event);
      break;
    case 'AGENT_COLLABORATIVE_MESSAGE_START':
      foldExchangeStart(draft, cause, event);
      break;
    case 'AGENT_COLLABORATIVE_MESSAGE_CONTENT':
      foldExchangeContent(draft, cause, event);
      break;
    case 'AGENT_COLLABORATIVE_MESSAGE_END':
      foldExchangeEnd(draft, cause, event);
      break;
    case 'TOOL_CALL_START':
      foldToolCallStart(draft, cause, event);
      break;
    case 'TOOL_CALL_ARGS':
      foldToolCallArgs(draft, cause, event);
      break;
    case 'TOOL_CALL_END':
      foldToolCallEnd(draft, cause, event);
      break;
    case 'TOOL_CALL_RESULT':
      foldToolCallResult(draft, cause, event);
      break;
    case 'STATE_SNAPSHOT':
      foldStateSnapshot(draft, cause, event);
      break;
    case 'STATE_DELTA':
      foldStateDelta(draft, cause, event);
      break;
    case 'MESSAGE_SNAPSHOT':
      foldMessageSnapshot(draft, cause, event);
      break;
    case 'CUSTOM':
      foldCustom(draft, cause, event);
      break;
    case 'RAW':
      draft.append(cause, { kind: 'custom', name: 'RAW', value: event.event });
  }
}
