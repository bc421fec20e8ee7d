import type { AnomalyFact } from '@countersign/api/fact';
import type { ControlConfirmation } from '@countersign/hai/agent-descriptor';
import type { EndOfRun } from '@countersign/thread/end-of-run';
import type { UpMessage } from '@countersign/upformat/message';
import type { ReceivedAsk } from '../../decisions/questions/received-ask.ts';

/** How an agent reports that its run has ended. */
type AgentsEnd = Exclude<EndOfRun, 'lost' | 'cut-off'>;

/** The end of the connection's own run in an event; null = it does not end it. */
export const agentsEnd = ({ lifecycle }: Pick<IngestEvent, 'lifecycle'>): AgentsEnd | null =>
  lifecycle === 'started' || lifecycle === 'relayed-end' ? null : lifecycle;

/** One event of an agent as understood by the server, parsed once on receipt. */
export interface IngestEvent {
  kind: 'event';
  /** The HAI event as JSON text: journalled unchanged. */
  json: string;
  /** Id of the sender: the connection's, or `relayed:…` for one it acts for. */
  speaker: string;
  /** The name the connection acts for, as sent; null = it acts for itself. */
  relayedFor: string | null;
  /** Run of the speaker, when relayed. */
  sourceRun: string | null;
  notable: boolean;
  /** Start or end of the connection's own run; a relayed run's end is `relayed-end`. */
  lifecycle: 'started' | AgentsEnd | 'relayed-end' | null;
  /** A valid UpFormat message with the digest of its sealed content. */
  up: { message: UpMessage; digest: string } | null;
  /** Questions in formats other than UpFormat, as the messages a person answers. */
  asks: ReceivedAsk[];
  /** Tool call whose result this is. */
  settlesCall: string | null;
  control: ControlConfirmation | null;
}

/** An error of the agent: recorded, and the stream continues. */
export interface IngestAnomaly {
  kind: 'anomaly';
  fact: AnomalyFact;
}

export type IngestItem = (IngestEvent | IngestAnomaly) & {
  /** SSE id of the frame that it completes: everything up to here has been received. Only the last item of a frame has it. */
  completes?: string;
};
