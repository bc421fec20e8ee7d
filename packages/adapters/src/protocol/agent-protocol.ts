import type {
  AgentDescriptor,
  ControlAction,
  RunControlStatus,
} from '@countersign/hai/agent-descriptor';
import type { Decoder } from '@countersign/hai/decoded';
import type { RunAgentInput } from '@countersign/hai/run-input';
import type { UpMessage } from '@countersign/upformat/message';
import type { AskOrigin } from '../ask.ts';
import type { AskReader, AskReaderOptions } from '../ask-reader.ts';
import type { ExactText } from '../keep-exact.ts';
import type { Brings, RunBase } from './going-on.ts';
import type {
  Frame,
  Framing,
  FramingOptions,
  StreamRequest,
  Transport,
  WireRequest,
} from './wire.ts';

/** What a protocol says of itself to whoever adds an agent. */
export interface ProtocolDescription {
  /** As its agents' authors call it: `AG-UI`. */
  name: string;
  /** What it is, in a sentence. */
  about: string;
  /** What of an agent's descriptor it uses, beside the URL and the headers. */
  fields: readonly DescriptorField[];
  /** Kinds of question of its own, beside those in UpFormat; they can be filtered by. */
  origins: readonly AskOrigin[];
  /** The ways to control runs that `control.template` of a descriptor may name, beside the HAI control endpoint. */
  controls: readonly ControlDescription[];
}

/** What a way to control runs says of itself to whoever adds an agent. */
export interface ControlDescription {
  /** As in `control.template` of a descriptor. */
  id: string;
  /** What stops the runs: `LangGraph`. */
  name: string;
  /** What `control.url` is for it. */
  urlLabel: string;
  urlHelp: string;
  /** What it can be asked; none of it needs to be said in the descriptor. */
  actions: readonly ControlAction[];
  /** How the URL of such an agent ends, with `{id}` for a part of its path; `control.url` is what comes before. */
  agentUrlEnds?: string | undefined;
}

/** `feedback`: where an open run takes answers. `control`: what pauses and stops it. `tools`: calls that a person answers. */
export type DescriptorField = 'feedback' | 'control' | 'tools';

/** What one agent can be asked, as plain data: it is stored beside the agent and read where no protocol is at hand. */
export interface AgentCapabilities {
  /** What it can be asked to do with its runs. */
  actions: ControlAction[];
  /** An open run can be told answers and words. */
  answers: boolean;
}

/** A run, and whom it is of. */
export interface RunPlace {
  threadId: string;
  runId: string;
}

/** An answer, or words, for the run that is going on. */
export interface AnswerToRun extends RunPlace {
  /** The same at every attempt. */
  id: string;
  message: UpMessage;
}

/** What an agent is asked about one of its runs, and on whose behalf. */
export interface ControlQuestion extends RunPlace {
  /** The same at every attempt. */
  id: string;
  action: ControlAction;
  reason: string | null;
  by: string;
}

/**
 * What became of a request. `heard`: it was taken, the stream says the rest. `acknowledged`: the agent says that it does it.
 * `refused`: it will not, ever. `later`: not now.
 */
export type ControlAnswer =
  | { kind: 'heard' | 'acknowledged' }
  | { kind: 'refused' | 'later'; reason: string };

export interface SaidStatus {
  status: RunControlStatus | null;
  /** In the agent's own words, where they say more. */
  detail: string | null;
}

export interface ReadingOptions extends AskReaderOptions {
  agentId: string;
}

/** Reads the stream of one run: cut into frames, decoded into events, searched for questions. */
export interface RunReading {
  framing(options: FramingOptions): Framing;
  /** The text of a frame with what JSON would lose kept, and what could not be. Never throws on bad JSON. */
  exact(frame: Frame): ExactText;
  decoder: Decoder;
  asks: AskReader;
}

/**
 * A protocol that agents speak: it writes what goes to them and reads what comes, and has no socket, clock or randomness of
 * its own. What it reads becomes HAI events and UpFormat messages; nothing behind it knows a protocol by name.
 */
export interface AgentProtocol {
  /** As it stands in an agent's descriptor: `ag-ui`. */
  readonly id: string;
  describe(): ProtocolDescription;
  /** Whether the text of this frame can only be of this protocol. */
  detect(frame: string): boolean;
  capabilities(agent: AgentDescriptor): AgentCapabilities;
  /** The request that starts a run. */
  start(agent: Addressed, input: RunAgentInput): StreamRequest;
  /** The request that joins it again behind a frame. */
  rejoin(agent: Addressed, input: RunAgentInput, lastEventId: string): StreamRequest;
  read(options: ReadingOptions): RunReading;
  /** The request that tells an open run an answer; null = only a new run can bring it. */
  answer(agent: AgentDescriptor, answer: AnswerToRun): WireRequest | null;
  /** The run that goes on with a task: with words, or with answers that no open run takes. */
  resume(base: RunBase, brings: Brings): RunAgentInput;
  /** Asks to pause, resume or stop, in the way the agent knows. Rejects when it cannot be reached. */
  control(
    agent: AgentDescriptor,
    question: ControlQuestion,
    transport: Transport,
  ): Promise<ControlAnswer>;
  /** Asks what a run is doing. Rejects when the agent does not say. */
  status(
    agent: AgentDescriptor,
    question: ControlQuestion,
    transport: Transport,
  ): Promise<SaidStatus>;
}

/** As much of an agent as is known before it is added. */
export type Addressed = Pick<AgentDescriptor, 'url'>;
