import { type Breach, collect, type Report } from '../breach.ts';
import type { HaiEvent, HaiEventType } from '../event.ts';
import { messageIdsOf, toolCallIdsOf } from '../known-items.ts';
import { say } from '../statements.ts';
import { createItemOrder, type ItemKind, type ItemOrder, type KnownBefore } from './item-order.ts';

/** The order of the events of one sender. */
export interface RunOrder {
  check(event: HaiEvent): Breach[];
  end(): Breach[];
}

const ignore: Report = () => {};

type Part = { kind: ItemKind; phase: 'start' | 'content' | 'end' | 'result'; id: string };

const parts: { [T in HaiEventType]?: Part } = {
  BUSINESS_DATA_START: { kind: 'message', phase: 'start', id: 'messageId' },
  BUSINESS_DATA_CONTENT: { kind: 'message', phase: 'content', id: 'messageId' },
  BUSINESS_DATA_END: { kind: 'message', phase: 'end', id: 'messageId' },
  AGENT_COLLABORATIVE_MESSAGE_START: { kind: 'collaboration', phase: 'start', id: 'messageId' },
  AGENT_COLLABORATIVE_MESSAGE_CONTENT: { kind: 'collaboration', phase: 'content', id: 'messageId' },
  AGENT_COLLABORATIVE_MESSAGE_END: { kind: 'collaboration', phase: 'end', id: 'messageId' },
  TOOL_CALL_START: { kind: 'tool call', phase: 'start', id: 'toolCallId' },
  TOOL_CALL_ARGS: { kind: 'tool call', phase: 'content', id: 'toolCallId' },
  TOOL_CALL_END: { kind: 'tool call', phase: 'end', id: 'toolCallId' },
  TOOL_CALL_RESULT: { kind: 'tool call', phase: 'result', id: 'toolCallId' },
  STEP_STARTED: { kind: 'step', phase: 'start', id: 'stepName' },
  STEP_FINISHED: { kind: 'step', phase: 'end', id: 'stepName' },
};

/** Items known from an earlier run of the thread: a resumed run continues its calls and messages. */
export interface KnownItems {
  message: KnownBefore;
  toolCall: KnownBefore;
}

/**
 * Tracks the runs of one sender, one after another. Events of `relayed` senders may start in the middle of a run and stop
 * before its end; only the stream's own sender must begin with RUN_STARTED.
 */
export function createRunOrder(options: { relayed: boolean; known: KnownItems }): RunOrder {
  const { known } = options;
  const items: Record<ItemKind, ItemOrder> = {
    message: createItemOrder('message', known.message),
    collaboration: createItemOrder('collaboration'),
    'tool call': createItemOrder('tool call', known.toolCall),
    step: createItemOrder('step'),
  };
  let run: 'none' | 'running' | 'ended' = 'none';
  const seenAfterEnd = new Set<HaiEventType>();

  const checkRun = (type: HaiEventType, report: Report): void => {
    if (type === 'RUN_STARTED') {
      if (run === 'running') report('run-started-twice', say('order.run-started-twice'));
      run = 'running';
      seenAfterEnd.clear();
    } else if (run === 'none' && type === 'RUN_ERROR') {
      // A run may fail before it has begun.
    } else if (run === 'none' && !options.relayed) {
      report('run-not-started', say('order.run-not-started', { type }));
      run = 'running';
    } else if (run === 'ended' && !seenAfterEnd.has(type)) {
      seenAfterEnd.add(type);
      report('after-run-end', say('order.after-run-end', { type }));
    }
    if (type === 'RUN_FINISHED' || type === 'RUN_ERROR') {
      run = 'ended';
      // An agent that fails in the middle of an item cannot end it.
      closeItems(type === 'RUN_ERROR' ? ignore : report);
    }
  };

  const checkItem = (event: HaiEvent, report: Report): void => {
    const part = parts[event.type];
    if (part !== undefined) items[part.kind][part.phase](String(event[part.id] ?? ''), report);
    else if (event.type === 'MESSAGE_SNAPSHOT') {
      for (const id of messageIdsOf(event.messages)) items.message.learn(id);
      for (const id of toolCallIdsOf(event.messages)) items['tool call'].learn(id);
    }
  };

  const closeItems = (report: Report): void => {
    for (const [kind, order] of Object.entries(items)) {
      // Messages between agents need no end: the demo server of HAI leaves it out.
      order.close(kind === 'collaboration' ? ignore : report);
    }
  };

  return {
    check: (event) =>
      collect((report) => {
        const isOver = run === 'ended';
        checkRun(event.type, report);
        // Events after the end are one violation; the items were closed with the run.
        checkItem(event, isOver ? ignore : report);
      }),
    end: () =>
      collect((report) => {
        if (run !== 'running' || options.relayed) return;
        report('run-not-ended', say('order.run-not-ended'));
        closeItems(report);
      }),
  };
}
