import type {
  AgentDescriptor,
  ControlAction,
  RunControlStatus,
} from '@countersign/hai/agent-descriptor';
import type { Decoder } from '@countersign/hai/decoded';
import type { RunAgentInput } from '@countersign/hai/run-input';
import type { WrittenStatement } from '@countersign/json/statement';
import type { UpMessage } from '@countersign/upformat/message';
import type { AskOrigin } from '../ask.ts';
import type { AskReader, AskReaderOptions } from '../ask-reader.ts';
import type { ExactText } from '../keep-exact.ts';
import type { AgentCard } from './agent-card.ts';
import type { RunBase, RunContent } from './continuation.ts';
import type {
  Callback,
  Frame,
  Framing,
  FramingOptions,
  StreamRequest,
  Transport,
  WireRequest,
} from './wire.ts';

/** The description of a protocol for anyone who adds an agent. */
export interface ProtocolDescription {
  /** The name its authors use: `AG-UI`. */
  name: string;
  /** What it is, in one sentence. */
  about: string;
  /** The members of an agent's descriptor that it uses, next to the URL and the headers. */
  fields: readonly DescriptorField[];
  /** Its own kinds of question, in addition to UpFormat; the queue can be filtered by them. */
  origins: readonly AskOrigin[];
  /** What an operator may attach to a request. */
  attachments: readonly AttachmentKind[];
  /** The ways to control runs that `control.template` of a descriptor may name, in addition to the HAI control endpoint. */
  controls: readonly ControlDescription[];
}

/** `text`: entries of the context, or text beside the message. `file`: pictures, sounds and other files. */
export type AttachmentKind = 'text' | 'file';

/** The description of a way to control runs, for anyone who adds an agent. */
export interface ControlDescription {
  /** As in `control.template` of a descriptor. */
  id: string;
  /** What stops the runs: `LangGraph`. */
  name: string;
  /** What `control.url` is for it. */
  urlLabel: string;
  urlHelp: string;
  /** The actions it supports; they need not be in the descriptor. */
  actions: readonly ControlAction[];
  /** How the URL of such an agent ends, with `{id}` for a part of its path; `control.url` is what comes before. */
  agentUrlEnds?: string | undefined;
}

/**
 * `feedback`: where an open run accepts answers. `control`: what pauses and stops it. `tools`: calls that a person answers.
 * `command`: its URL may be a command line. `mcp`: what an administrator decided about a source of tools.
 */
export type DescriptorField = 'feedback' | 'control' | 'tools' | 'command' | 'mcp';

/** What one agent supports, as plain data: it is stored with the agent and read where no protocol is available. */
export interface AgentCapabilities {
  /** The actions it supports for its runs. */
  actions: ControlAction[];
  /** An open run accepts answers and messages. */
  answers: boolean;
}

/** A run, and its agent. */
export interface RunPlace {
  threadId: string;
  runId: string;
  /** Id of its last frame: protocols may name their own task in it. */
  lastEventId?: string | null | undefined;
}

/** An answer, or a message, for the active run. */
export interface AnswerToRun extends RunPlace {
  /** The same at every attempt. */
  id: string;
  message: UpMessage;
}

/** A request to an agent about one of its runs, and on whose behalf. */
export interface ControlQuestion extends RunPlace {
  /** The same at every attempt. */
  id: string;
  action: ControlAction;
  reason: string | null;
  by: string;
}

/** The words of an agent, or a sentence of the protocol's code. */
export type Wording = string | WrittenStatement;

/**
 * The result of a request. `accepted`: the stream reports the outcome. `acknowledged`: confirmed by the agent.
 * `refused`: finally. `later`: to be tried again.
 */
export type ControlAnswer =
  | { kind: 'accepted' | 'acknowledged' }
  | { kind: 'refused' | 'later'; reason: Wording };

export interface ReportedStatus {
  status: RunControlStatus | null;
  /** If there is more detail. */
  detail: Wording | null;
}

export interface ReadingOptions extends AskReaderOptions {
  agentId: string;
}

/** Reads the stream of one run: split into frames, decoded into events, searched for questions. */
export interface RunReading {
  framing(options: FramingOptions): Framing;
  /** The text of a frame with values kept that JSON would lose, and what could not be kept. Never throws on bad JSON. */
  exact(frame: Frame): ExactText;
  decoder: Decoder;
  asks: AskReader;
}

/**
 * A protocol of agents: it writes requests and reads streams, without sockets, clock or randomness. What it reads becomes HAI
 * events and UpFormat messages; later stages do not depend on a protocol.
 */
export interface AgentProtocol {
  /** The id in an agent's descriptor: `ag-ui`. */
  readonly id: string;
  /**
   * Its agents call this server and are never called: their runs have no stream to open or rejoin, and what is sent to them waits
   * until they fetch it.
   */
  readonly callsIn?: true;
  /**
   * Its agents do not promise to recognise what they receive twice, and have no way to say that they do: a run that they may have
   * received is never sent again.
   */
  readonly startsOnce?: true;
  /**
   * Its agents have no message that acknowledges an answer in UpFormat: they do by continuing, as with any other answer that a new
   * run brings.
   */
  readonly continuesSilently?: true;
  /** Its runs take place in this server, which writes their events: they may be marked as the server's. */
  readonly inServer?: true;
  /** Its agents are made by this server itself: people add none. */
  readonly internal?: true;
  describe(): ProtocolDescription;
  /** Whether this frame can only be of this protocol. */
  detect(frame: string): boolean;
  capabilities(agent: AgentDescriptor): AgentCapabilities;
  /** Reads what an agent says about itself. Rejects if it says nothing usable. Absent = the protocol has no description of agents. */
  introduce?(agent: Introducing, transport: Transport): Promise<Introduction>;
  /**
   * Reads what an agent says about itself where its runs do not depend on it. Null = it says nothing. Rejects if it cannot be reached.
   * For protocols without `introduce`.
   */
  describeAgent?(agent: Introducing, transport: Transport): Promise<AgentCard | null>;
  /** The request that starts a run. */
  start(agent: Addressed, input: RunAgentInput, callback?: Callback): StreamRequest;
  /** The request that rejoins it after a frame; null = the run cannot be named, so nothing can be rejoined. */
  rejoin(agent: Addressed, input: RunAgentInput, lastEventId: string): StreamRequest | null;
  /** Whether a run continues what its agent has a name for: it can be rejoined before any of its frames was received. */
  namesTask?(input: RunAgentInput): boolean;
  read(options: ReadingOptions): RunReading;
  /** The request with an answer for an open run; null = it needs a new run. */
  answer(agent: AgentDescriptor, answer: AnswerToRun): WireRequest | null;
  /** The run that continues a task: with messages, or with answers that no open run accepts. */
  resume(base: RunBase, brings: RunContent): RunAgentInput;
  /** Requests pause, resume or stop, in the way the agent supports. Rejects if it cannot be reached. */
  control(
    agent: AgentDescriptor,
    question: ControlQuestion,
    transport: Transport,
  ): Promise<ControlAnswer>;
  /** Queries the status of a run. Rejects if the agent does not respond with one. */
  status(
    agent: AgentDescriptor,
    question: ControlQuestion,
    transport: Transport,
  ): Promise<ReportedStatus>;
}

/** The part of an agent that is known before it is added. */
export type Addressed = Pick<AgentDescriptor, 'url'> & {
  /** Set for protocols that have introductions. */
  introduction?: Introduction | undefined;
};

/** The part of an agent that its introduction is read with: only the origins it names may be called. */
export type Introducing = Pick<AgentDescriptor, 'url' | 'headersAlsoTo' | 'card'>;

/** What an agent says about itself, as plain data. */
export interface Introduction {
  card: AgentCard;
  /** How it is called; its members are the protocol's own. */
  call: Readonly<Record<string, string | boolean>>;
}
