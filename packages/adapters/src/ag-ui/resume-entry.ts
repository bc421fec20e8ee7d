import type { JsonObject } from '@countersign/json/json-object';

/** One answer in the input of the run that continues. */
export interface ResumeEntry {
  interruptId: string;
  status: 'resolved' | 'cancelled';
  payload?: unknown;
  metadata?: JsonObject;
}

/** The entry for an interrupt that was not answered in time: it is cancelled, and must not be omitted. */
export const abandonedResume = (interruptId: string, reason: string): ResumeEntry => ({
  interruptId,
  status: 'cancelled',
  metadata: { reason },
});
