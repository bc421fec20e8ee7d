import type { AgentDescriptor, ControlAction } from '@countersign/hai/agent-descriptor';
import type { ControlAnswer, ControlQuestion, SaidStatus } from '../protocol/agent-protocol.ts';
import type { Transport } from '../protocol/wire.ts';

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

/** The way of one kind of server to control its runs, in place of the HAI control endpoint. */
export interface ControlWay {
  description: ControlDescription;
  control(
    agent: AgentDescriptor,
    question: ControlQuestion,
    api: { url: string; transport: Transport },
  ): Promise<ControlAnswer>;
  /** Absent = it is never asked: `status` is none of its actions. */
  status?(
    question: ControlQuestion,
    api: { url: string; transport: Transport },
  ): Promise<SaidStatus>;
}
