import { customName, type HaiEvent, type Message } from '@countersign/hai/event';
import { languageEntry, languageIn } from '@countersign/hai/reader-language';
import { recalledEntry, recalledIn } from '@countersign/hai/recalled';
import type { RunAgentInput } from '@countersign/hai/run-input';
import type { UpMessage } from '@countersign/upformat/message';
import { parseUpMessage } from '@countersign/upformat/parse';
import { isPrompt } from '@countersign/upformat/prompt';
import { type AgentAddress, type ChildRun, controlChild } from './child-run.ts';
import { ChildRunError, childEvents } from './child-stream.ts';
import { valueReader } from './outcome.ts';
import type { Run } from './runs/run.ts';

/** The input of the called agent, in addition to thread and run. */
export interface DelegateInput {
  messages?: Message[];
  state?: unknown;
  forwardedProps?: Record<string, unknown>;
}

export interface DelegateOptions {
  /** The task handed over, as text for the operator. */
  task: string;
  /**
   * How the called agent's state is handled: `shared` = it works on the same document (pass it as `state`), `own` = its state
   * events are not forwarded. Default `shared`.
   */
  state?: 'shared' | 'own';
  /** Called with every event of the called agent before it is forwarded. */
  onEvent?(event: HaiEvent): void;
}

/** How the called agent's run ended. A failure is a value: the caller decides what it means. */
export interface DelegateResult {
  runId: string;
  /** The last UpFormat message of the called agent itself, acknowledgements included. */
  message: UpMessage | null;
  /** Member `result` of its RUN_FINISHED. */
  result: unknown;
  error: { code: string; message: string } | null;
}

const stopGraceMs = 2_500;

/**
 * Calls another HAI agent over HTTP; the operator sees and controls it through this run: its events are forwarded with
 * `metadata` of their sender, its prompts are answered through this run, and its run is paused and stopped with this one. Its
 * RUN_* events become the start and end of an agent-to-agent exchange; its control confirmations are dropped, this run sends
 * its own.
 */
export async function delegate(
  run: Run,
  target: { address: AgentAddress; input: DelegateInput; onState(event: HaiEvent): void },
  options: DelegateOptions,
): Promise<DelegateResult> {
  const { address } = target;
  const child: ChildRun = { address, threadId: run.threadId, runId: run.createId() };
  const exchangeId = run.createId();
  const reading = new AbortController();
  let grace = () => {};
  const onStop = () => {
    const why = { key: `stop:${child.runId}`, clock: run.clock, reason: 'The calling run stops' };
    void controlChild(child, 'stop', why);
    // The last events of the child are still forwarded, but only for a limited time.
    grace = run.clock.schedule(() => reading.abort(run.signal.reason), stopGraceMs);
  };

  await run.gate.emit({
    type: 'AGENT_COLLABORATIVE_MESSAGE_START',
    from: run.agentId,
    to: address.id,
    messageId: exchangeId,
  });
  await run.gate.emit({
    type: 'AGENT_COLLABORATIVE_MESSAGE_CONTENT',
    messageId: exchangeId,
    delta: { task: { id: child.runId, name: options.task } },
  });
  run.children.add(child);
  run.signal.addEventListener('abort', onStop, { once: true });
  if (run.signal.aborted) onStop();
  const relay = createRelay(run, child, target.onState, options);
  try {
    const input = inputOf(run, child, target.input);
    for await (const event of childEvents(address, input, {
      clock: run.clock,
      signal: reading.signal,
    })) {
      options.onEvent?.(event);
      await relay.take(event);
    }
  } catch (error) {
    if (run.signal.aborted) throw run.signal.reason;
    if (!(error instanceof ChildRunError)) throw error;
    relay.outcome.error = { code: error.code, message: error.message };
  } finally {
    grace();
    reading.abort();
    run.signal.removeEventListener('abort', onStop);
    run.children.delete(child);
    const end = { type: 'AGENT_COLLABORATIVE_MESSAGE_END', messageId: exchangeId } as const;
    await run.gate.emit(end, { closing: true }).catch(() => {});
  }
  run.signal.throwIfAborted();
  return relay.outcome;
}

function inputOf(run: Run, child: ChildRun, input: DelegateInput): RunAgentInput {
  const { last } = run.lineage;
  // Who reads this run also reads what the called agent says.
  const language = languageIn(run.input.context);
  // The memories given to this run also apply to the work that it hands over.
  const recalled = recalledIn(run.input.context);
  const context = [
    ...(language === null ? [] : [languageEntry(language)]),
    ...(recalled === null ? [] : [recalledEntry(recalled.query, recalled.memories)]),
  ];
  return {
    threadId: child.threadId,
    runId: child.runId,
    parentRunId: run.runId,
    messages: input.messages ?? [],
    ...(context.length === 0 ? {} : { context }),
    ...(input.state === undefined ? {} : { state: input.state }),
    forwardedProps: {
      ...input.forwardedProps,
      ...(last === undefined ? {} : { parentMessageId: last }),
    },
  };
}

/** Decides for each event of the child what is forwarded in this run's stream. */
function createRelay(
  run: Run,
  child: ChildRun,
  onState: (event: HaiEvent) => void,
  options: DelegateOptions,
) {
  const outcome: DelegateResult = { runId: child.runId, message: null, result: null, error: null };
  const pass = (event: HaiEvent) => {
    const metadata = { agentId: child.address.id, runId: child.runId, ...event.metadata };
    return run.gate.emit({ ...event, metadata }, { closing: run.signal.aborted });
  };
  const carrier = () => ({
    threadId: run.threadId,
    timestamp: new Date(run.clock.now()).toISOString(),
  });
  const note = (message: UpMessage) => {
    if ((message.agentId ?? child.address.id) === child.address.id) outcome.message = message;
    run.lineage.last = message.messageId;
    if (isPrompt(message)) {
      const known = run.prompts.get(message.messageId);
      if (known) known.message = message;
      else {
        const prompt = { message, child, state: 'open', answer: null, withdraw: null } as const;
        run.prompts.set(message.messageId, {
          ...prompt,
          awaited: false,
          // Read by the agent that asked.
          reader: valueReader(undefined),
          receive: null,
          check: null,
        });
      }
    }
  };
  return {
    outcome,
    async take(event: HaiEvent): Promise<void> {
      switch (event.type) {
        case 'RUN_STARTED':
          return;
        case 'RUN_FINISHED':
          outcome.result = event.result ?? null;
          return;
        case 'RUN_ERROR':
          outcome.error = { code: event.code ?? 'failed', message: event.message };
          return;
        case 'STATE_SNAPSHOT':
        case 'STATE_DELTA':
          if (options.state === 'own') return;
          onState(event);
          return pass(event);
        case 'CUSTOM': {
          if (event.name === customName.control) return;
          const message =
            event.name === customName.upformat ? parseUpMessage(event.value, carrier()) : null;
          if (message?.ok) note(message.message);
          return pass(event);
        }
        default:
          return pass(event);
      }
    },
  };
}
