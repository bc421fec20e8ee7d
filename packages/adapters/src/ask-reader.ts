import type { DeclaredTool } from '@countersign/hai/agent-descriptor';
import type { HaiEvent } from '@countersign/hai/event';
import type { RunAgentInput } from '@countersign/hai/run-input';
import { interruptsOf } from './ag-ui/interrupt.ts';
import { asksOfInterrupt } from './ag-ui/interrupts.ts';
import { oneForEachId } from './ag-ui/one-for-each-id.ts';
import {
  interruptOfApproval,
  interruptOfEvent,
  interruptOfOutcome,
  onInterruptName,
  type ReceivedInterrupt,
} from './ag-ui/received-interrupt.ts';
import type { AskPlace, ForeignAsk } from './ask.ts';
import { anyToolAsk } from './hai/any-tool.ts';
import { confirmingAsk, confirmingCall } from './hai/confirming-call.ts';
import { isFrontEndTool, toolCallAsk } from './hai/front-end-tools.ts';
import type { ToolCall } from './hai/tool-question.ts';
import { createKnownCalls } from './known-calls.ts';
import { createRunTexts } from './run-texts.ts';
import { maxParts } from './shapes/shape.ts';

/** Finds the questions in a stream that are not in UpFormat. */
export interface AskReader {
  /**
   * The questions in an event. `relayed`: the event is of another run behind this one, whose interrupts cannot be answered
   * here.
   */
  read(event: HaiEvent, received: ReceivedAt): AskFound;
  /** The questions sent in CUSTOM events if the stream of the run was lost before its end. */
  left(received: ReceivedAt): ForeignAsk[];
}

export type ReceivedAt = Omit<AskPlace, 'threadId' | 'runId'> & { relayed: boolean };

export interface AskFound {
  asks: ForeignAsk[];
  /** Number of interrupts without an id. */
  nameless: number;
}

export interface AskReaderOptions {
  threadId: string;
  runId: string;
  /** Front-end tools declared in the agent's descriptor: a call of one is a question as soon as it is complete. */
  tools?: readonly DeclaredTool[];
  /**
   * Whether calls of undeclared tools are questions if the run ends without a result for them. Not for an agent that uses HAI:
   * there, tools without a result are shown by design (its RUN_FINISHED has no run id, either).
   */
  undeclared?: boolean;
  /** The input of the run: a call that it contains is of an earlier run, and never a new question. */
  earlier?: Pick<RunAgentInput, 'messages' | 'forwardedProps'> | undefined;
}

/** Remembers calls and messages of one run, bounded. Buttons of one part of a message are one growing question. */
export function createAskReader(options: AskReaderOptions): AskReader {
  const { threadId, runId, tools = [], undeclared = false, earlier } = options;
  const calls = createKnownCalls(earlier?.messages);
  const sayings = createRunTexts();
  /** Sent in CUSTOM events: used only if the run ends without interrupts in its outcome. */
  let raised: ReceivedInterrupt[] = [];
  const asked = new Set<string>();

  const declaration = (name: string) => tools.find((tool) => tool.name === name) ?? null;

  const callAsk = (call: ToolCall, place: AskPlace): ForeignAsk => {
    asked.add(call.toolCallId);
    const tool = declaration(call.name);
    const confirming = confirmingCall(call, tool);
    if (confirming !== null) return confirmingAsk(call, place, confirming);
    return tool === null && isFrontEndTool(call.name)
      ? toolCallAsk(call, place)
      : anyToolAsk(call, place, tool);
  };

  const danglingAsks = (interrupts: readonly ReceivedInterrupt[], place: AskPlace): ForeignAsk[] =>
    waitingCalls(calls.dangling(), interrupts, { asked, declaration })
      .slice(0, maxParts)
      .flatMap((call) =>
        declaration(call.name)?.approval !== 'mastra'
          ? [callAsk(call, place)]
          : asksOfInterrupt(interruptOfApproval(call.toolCallId, runId), place, {
              tool: call,
              said: sayings.last(),
            }),
      );

  const toolOf = ({ interrupt }: ReceivedInterrupt) =>
    (interrupt.toolCallId && calls.get(interrupt.toolCallId)) || null;

  const asksOf = (received: readonly ReceivedInterrupt[], place: AskPlace) =>
    oneForEachId(received, toolOf).flatMap((one) =>
      asksOfInterrupt(one, place, { tool: toolOf(one), said: sayings.last() }),
    );

  const finish = (
    event: Extract<HaiEvent, { type: 'RUN_FINISHED' }>,
    place: AskPlace,
  ): AskFound => {
    const { interrupts, nameless } = interruptsOf(event.outcome);
    // Bridges may send one interrupt in both ways: the one in the outcome is answered.
    const received = interrupts.length > 0 ? interrupts.map(interruptOfOutcome) : raised;
    raised = [];
    const asks = asksOf(received, place);
    const isAgUi = typeof event.threadId === 'string' && typeof event.runId === 'string';
    if (undeclared && isAgUi) asks.push(...danglingAsks(received, place));
    return { asks, nameless };
  };

  return {
    read(event, { relayed, ...speaker }) {
      const place = { threadId, runId, ...speaker };
      const found = (asks: ForeignAsk[]): AskFound => ({ asks, nameless: 0 });
      calls.read(event, relayed);
      switch (event.type) {
        case 'TOOL_CALL_END': {
          const call = calls.get(event.toolCallId);
          if (call === null || !calls.isOfThisRun(call)) break;
          return found(
            isAskedAtOnce(call.name, declaration(call.name)) ? [callAsk(call, place)] : [],
          );
        }
        case 'BUSINESS_DATA_CONTENT':
          return found(sayings.content(event, place));
        case 'BUSINESS_DATA_END':
          sayings.end(event.messageId);
          break;
        case 'CUSTOM':
          if (event.name === onInterruptName && !relayed && raised.length < maxParts) {
            raised.push(interruptOfEvent(event, { runId, number: raised.length + 1 }));
          }
          break;
        case 'RUN_FINISHED':
          if (!relayed) return finish(event, place);
          break;
      }
      return found([]);
    },
    left({ relayed: _, ...speaker }) {
      const received = raised;
      raised = [];
      return asksOf(received, { threadId, runId, ...speaker });
    },
  };
}

/** Whether a call of the tool is a question as soon as it is complete. */
const isAskedAtOnce = (name: string, tool: DeclaredTool | null): boolean =>
  tool === null ? isFrontEndTool(name) : tool.approval === undefined;

/** Calls without a result and without an interrupt: only a person can be meant to answer them. */
function waitingCalls<Call extends ToolCall & { isRelayed: boolean }>(
  open: readonly Call[],
  interrupts: readonly ReceivedInterrupt[],
  known: {
    asked: ReadonlySet<string>;
    declaration: (name: string) => DeclaredTool | null;
  },
): Call[] {
  const named = new Set(interrupts.map(({ interrupt }) => interrupt.toolCallId));
  // An interrupt without a call id may be about any of them.
  if (named.has(undefined)) return [];
  const confirming = open.map((call) => confirmingCall(call, known.declaration(call.name)));
  const waiting = new Set(confirming.map((one) => one?.id));
  return open.filter(
    ({ toolCallId, isRelayed }) =>
      !(
        isRelayed ||
        known.asked.has(toolCallId) ||
        named.has(toolCallId) ||
        waiting.has(toolCallId)
      ),
  );
}
