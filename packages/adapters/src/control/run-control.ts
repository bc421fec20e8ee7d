import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import type {
  ControlAnswer,
  ControlDescription,
  ControlQuestion,
  ReportedStatus,
} from '../protocol/agent-protocol.ts';
import type { Transport } from '../protocol/wire.ts';

/** How runs of one kind of server are controlled, instead of the HAI control endpoint. */
export interface RunControlMethod {
  description: ControlDescription;
  control(
    agent: AgentDescriptor,
    question: ControlQuestion,
    api: { url: string; transport: Transport },
  ): Promise<ControlAnswer>;
  /** Absent = the status is never queried: `status` is none of its actions. */
  status?(
    question: ControlQuestion,
    api: { url: string; transport: Transport },
  ): Promise<ReportedStatus>;
}
