import type { Altered } from '@countersign/adapters/keep-exact';
import type { AnomalyFact } from '@countersign/api/fact';
import type { Decoded, Issue } from '@countersign/hai/decoded';
import type { HaiEvent } from '@countersign/hai/event';
import { refusedNameWords } from '@countersign/hai/sender';
import type { Breach } from '@countersign/hai/verifier';
import { pointerOf } from '@countersign/json/json-pointer';

const maxRawChars = 4_000;
const maxIssues = 20;

/** An error in a stream, without the id of its agent. */
export type StreamAnomaly = Omit<AnomalyFact, 'agentId'>;

export const outOfOrder = (detail: string): StreamAnomaly => ({ kind: 'illegal-order', detail });

export const breached = ({ rule, detail }: Breach): StreamAnomaly =>
  outOfOrder(`${rule}: ${detail}`);

export const tooLarge = (chars: number, maxChars: number): StreamAnomaly => ({
  kind: 'event-too-large',
  detail: `An event of ${chars} characters was dropped; the limit is ${maxChars}.`,
  bytes: chars,
});

/** Whatever error one frame causes (a depth that overflows the stack), the next may be valid. */
export const notTaken = (data: string, error: unknown): StreamAnomaly => ({
  kind: 'frame-rejected',
  detail: `The frame could not be taken: ${error instanceof Error ? error.message : String(error)}`,
  raw: cut(data),
  bytes: data.length,
});

/** What of a frame is not as it was sent: once for the frame, in addition to each of its questions. Null = nothing. */
export function alteredIn(altered: readonly Altered[]): StreamAnomaly | null {
  const [first] = altered;
  if (first === undefined) return null;
  const issues = altered.map(({ path, problem, value }) => ({
    path: pointerOf(path),
    message: `${problem} It was sent as ${value}`.slice(0, 300),
  }));
  return { kind: 'event-altered', detail: first.problem, issues };
}

/** What of a frame was repaired, or could not be read. Null = nothing. */
export function misreadIn({ issues, refused }: Decoded, text: string): StreamAnomaly | null {
  const [first] = issues;
  if (first === undefined) return null;
  return {
    kind: refused > 0 ? 'frame-rejected' : 'event-repaired',
    detail: `${first.path} ${first.message}`.trim(),
    issues: issues.slice(0, maxIssues),
    raw: cut(text),
    bytes: text.length,
  };
}

export const nameRefused = (name: string, event: HaiEvent): StreamAnomaly => ({
  kind: 'name-refused',
  detail: refusedNameWords(name),
  raw: cut(JSON.stringify(event)),
});

export const namelessInterrupts = (count: number, json: string): StreamAnomaly => ({
  kind: 'message-quarantined',
  detail: `${count} of the interrupts had no id of their own and cannot be answered.`,
  raw: cut(json),
});

/** A message that opens no prompt, because it is invalid. */
export const quarantined = (
  detail: string,
  json: string,
  issues: readonly Issue[],
): StreamAnomaly => ({
  kind: 'message-quarantined',
  detail,
  issues: issues.slice(0, maxIssues),
  raw: cut(json),
});

const cut = (text: string) => text.slice(0, maxRawChars);
