import type { RunContext } from '@countersign/agent/run-context';
import type { HaiEvent } from '@countersign/hai/event';
import { feedbackOf } from '../../feedback-of.ts';
import { type RadioText, radioTextFor } from '../../words/radio-text.ts';
import { type IncidentRef, readIncident } from './handover.ts';
import { changeRadio } from './radio-state.ts';

export interface DeployOrder {
  incident: IncidentRef;
  assignments: { cell: string; pci: number }[];
}

interface Changed {
  cell: string;
  pci: number;
  was: number;
}

class CellRefused extends Error {
  readonly cell: string;

  constructor(cell: string, words: RadioText) {
    super(words.cellRefused(cell));
    this.name = 'CellRefused';
    this.cell = cell;
  }
}

/**
 * Applies identities to the cells one after the other. It can be paused between two cells; if it is stopped, or the operator
 * requests it after a refusal, every changed cell gets its old identity back, the last first.
 */
export async function deploy(
  context: RunContext,
  order: DeployOrder,
  cellMs: number,
): Promise<unknown> {
  const { now, refusing } = readIncident(order.incident);
  const words = radioTextFor(context.language);
  const done: Changed[] = [];
  const skipped: string[] = [];
  const show = progress(context, order.assignments.length);
  try {
    for (const [index, { cell, pci }] of order.assignments.entries()) {
      const was = now.byId.get(cell)?.pci ?? pci;
      await setStatus(context, cell, 'changing');
      await show(index, words.step(cell, was, pci));
      try {
        await context.tool('set_pci', { cell, from: was, to: pci }, async (signal) => {
          await pause(cellMs, signal);
          if (refusing.has(cell)) throw new CellRefused(cell, words);
          return { cell, pci, confirmed: true };
        });
        done.push({ cell, pci, was });
        await setStatus(context, cell, 'changed');
      } catch (error) {
        if (!(error instanceof CellRefused)) throw error;
        await setStatus(context, cell, 'refused');
        if (await wantsRollback(context, error, done)) {
          await rollBack(context, done);
          return ended(context, { done: [], skipped: [cell], rolledBack: true });
        }
        skipped.push(cell);
      }
    }
  } catch (error) {
    if (context.signal.aborted) await rollBack(context, done);
    throw error;
  }
  await show(order.assignments.length, words.allThrough);
  return ended(context, { done, skipped, rolledBack: false });
}

function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(resolve, delayMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

function progress(context: RunContext, total: number) {
  const messageId = context.createId();
  let isStarted = false;
  return async (done: number, label: string) => {
    if (!isStarted) {
      isStarted = true;
      await context.emit({ type: 'BUSINESS_DATA_START', messageId, role: 'assistant' });
    }
    const value = total === 0 ? 1 : done / total;
    await context.emit({
      type: 'BUSINESS_DATA_CONTENT',
      messageId,
      blockId: `${messageId}-progress`,
      delta: { output: { type: 'progress', id: messageId, value, label } },
    });
    if (done === total) await context.emit({ type: 'BUSINESS_DATA_END', messageId });
  };
}

async function setStatus(context: RunContext, cell: string, status: string): Promise<void> {
  await changeRadio(context, (state) => {
    for (const row of state.plan ?? []) if (row.cell === cell) row.status = status;
  });
}

async function wantsRollback(
  context: RunContext,
  error: CellRefused,
  done: readonly Changed[],
): Promise<boolean> {
  const words = radioTextFor(context.language);
  const answer = await context.ask({
    state: 'needsHumanDecision',
    ask: words.rollBackAsk(error.cell, done.length),
    explanation: error.message,
    effect: words.rollBackEffect(done.length),
    severity: 'critical',
    allowedFeedback: ['approve', 'reject'],
    waiting: ['radio-master'],
    payload: {
      refused: error.cell,
      reason: words.lockHeld,
      changed: done.map(({ cell, was, pci }) => ({ cell, from: was, to: pci })),
    },
  });
  const feedback = feedbackOf(answer);
  return feedback.type === 'approve';
}

/** Closing events are sent although the run is stopping. */
async function rollBack(context: RunContext, done: readonly Changed[]): Promise<void> {
  const words = radioTextFor(context.language);
  for (const { cell, pci, was } of done.toReversed()) {
    const toolCallId = context.createId();
    const call: HaiEvent[] = [
      { type: 'TOOL_CALL_START', toolCallId, toolCallName: 'restore_pci' },
      {
        type: 'TOOL_CALL_ARGS',
        toolCallId,
        delta: JSON.stringify({ cell, from: pci, to: was }),
      },
      { type: 'TOOL_CALL_END', toolCallId },
      { type: 'TOOL_CALL_RESULT', toolCallId, content: { cell, pci: was, confirmed: true } },
    ];
    for (const event of call) await context.emit(event, { closing: true });
  }
  await context.upformat(
    {
      state: 'cancelled',
      explanation:
        done.length === 0 ? words.nothingChanged : words.rolledBack(done.map(({ cell }) => cell)),
    },
    { closing: true },
  );
}

async function ended(
  context: RunContext,
  result: {
    done: readonly { cell: string; pci: number }[];
    skipped: readonly string[];
    rolledBack: boolean;
  },
): Promise<unknown> {
  if (!result.rolledBack) {
    await context.upformat({
      state: 'completed',
      explanation: radioTextFor(context.language).deployed(result.done.length, result.skipped),
      payload: {
        applied: result.done.map(({ cell, pci }) => ({ cell, pci })),
        skipped: result.skipped,
      },
    });
  }
  return { applied: result.done.length, skipped: result.skipped.length };
}
