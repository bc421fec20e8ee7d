import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import type {
  ControlAnswer,
  ControlDescription,
  ControlQuestion,
  SaidStatus,
} from '../protocol/agent-protocol.ts';
import type { Transport } from '../protocol/wire.ts';

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
