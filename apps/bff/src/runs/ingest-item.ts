import type { AnomalyFact } from '@countersign/api/fact';
import type { ControlConfirmation } from '@countersign/hai/agent-descriptor';
import type { UpMessage } from '@countersign/upformat/message';
import type { HeardAsk } from '../decisions/heard-ask.ts';

/** What the server has understood of one event of an agent, parsed once at the door. */
export interface IngestEvent {
  kind: 'event';
  /** The HAI event as JSON text: journalled as it is. */
  json: string;
  /** Id of who speaks: the connection's, or `relayed:…` of whom it speaks for. */
  speaker: string;
  /** Whom the connection speaks for, in its own words; null = it speaks for itself. */
  relayedFor: string | null;
  /** Run of the speaker, when relayed. */
  sourceRun: string | null;
  notable: boolean;
  /** Start or end of the connection's own run; a relayed run's end is `relayed-end`. */
  lifecycle: 'started' | 'finished' | 'failed' | 'relayed-end' | null;
  /** A valid UpFormat message with the digest of its sealed content. */
  up: { message: UpMessage; digest: string } | null;
  /** Questions in other words than UpFormat's, as the messages a person answers. */
  asks: HeardAsk[];
  /** Tool call whose result this is. */
  settlesCall: string | null;
  control: ControlConfirmation | null;
}

/** Something the agent got wrong: recorded, and the stream goes on. */
export interface IngestAnomaly {
  kind: 'anomaly';
  fact: AnomalyFact;
}

export type IngestItem = (IngestEvent | IngestAnomaly) & {
  /** SSE id of the frame that it completes: all up to here has been heard. Only the last item of a frame has it. */
  completes?: string;
};
