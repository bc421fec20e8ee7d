import type { JsonObject } from '@countersign/json/json-object';

/** One answer in the input of the run that goes on. */
export interface ResumeEntry {
  interruptId: string;
  status: 'resolved' | 'cancelled';
  payload?: unknown;
  metadata?: JsonObject;
}

/** The entry for an interrupt that nobody answered in time: it can only be given up, and must not be left out. */
export const abandonedResume = (interruptId: string, reason: string): ResumeEntry => ({
  interruptId,
  status: 'cancelled',
  metadata: { reason },
});
