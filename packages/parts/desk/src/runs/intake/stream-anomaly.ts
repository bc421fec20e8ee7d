import type { Altered } from '@countersign/adapters/keep-exact';
import type { AnomalyFact } from '@countersign/api/fact';
import { say } from '@countersign/api/statements';
import type { Decoded, Issue } from '@countersign/hai/decoded';
import type { HaiEvent } from '@countersign/hai/event';
import { refusedName } from '@countersign/hai/sender';
import type { Breach } from '@countersign/hai/verifier';
import { faultAt } from '@countersign/json/fault';
import { pointerOf } from '@countersign/json/json-pointer';
import { shapeFault } from '@countersign/json/shape-message';
import type { WrittenStatement } from '@countersign/json/statement';

const maxRawChars = 4_000;
const maxIssues = 20;

const detailOf = ({ text, statement }: WrittenStatement) => ({ detail: text, statement });

/** An issue with its place, as one sentence. */
function placed({ path, message, statement }: Issue) {
  if (statement === undefined) return { detail: `${path} ${message}`.trim() };
  const said = { text: message, statement };
  return detailOf(path === '' ? said : say('stream.misread', { path, detail: said }));
}

/** An error in a stream, without the id of its agent. */
export type StreamAnomaly = Omit<AnomalyFact, 'agentId'>;

export const outOfOrder = (said: WrittenStatement): StreamAnomaly => ({
  kind: 'illegal-order',
  ...detailOf(said),
});

export const breached = ({ rule, said }: Breach): StreamAnomaly =>
  outOfOrder(say('stream.breach', { rule, detail: said }));

export const tooLarge = (chars: number, maxChars: number): StreamAnomaly => ({
  kind: 'event-too-large',
  ...detailOf(say('stream.too-large', { chars, limit: maxChars })),
  bytes: chars,
});

/** After any error in one frame (even a stack overflow) the next may be valid. */
export const notTaken = (data: string, error: unknown): StreamAnomaly => ({
  kind: 'frame-rejected',
  ...detailOf(
    say('stream.not-taken', { reason: error instanceof Error ? error.message : String(error) }),
  ),
  raw: cut(data),
  bytes: data.length,
});

/** What of a frame is not as it was sent: once for the frame, in addition to each of its questions. Null = nothing. */
export function alteredIn(altered: readonly Altered[]): StreamAnomaly | null {
  const [first] = altered;
  if (first === undefined) return null;
  const issues = altered.map(({ path, problem, statement, value }) =>
    faultAt(pointerOf(path), sentAs({ text: problem, statement }, value)),
  );
  const { problem: detail, statement } = first;
  return { kind: 'event-altered', detail, statement, issues };
}

function sentAs(problem: WrittenStatement, value: string): WrittenStatement {
  const room = Math.max(0, 280 - problem.text.length);
  return say('stream.sent-as', { problem, value: value.slice(0, room) });
}

/** What of a frame was repaired, or could not be read. Null = nothing. */
export function misreadIn({ issues, refused }: Decoded, text: string): StreamAnomaly | null {
  const [first] = issues;
  if (first === undefined) return null;
  return {
    kind: refused > 0 ? 'frame-rejected' : 'event-repaired',
    ...placed(first),
    issues: issues.slice(0, maxIssues),
    raw: cut(text),
    bytes: text.length,
  };
}

export const nameRefused = (name: string, event: HaiEvent): StreamAnomaly => ({
  kind: 'name-refused',
  ...detailOf(refusedName(name)),
  raw: cut(JSON.stringify(event)),
});

export const namelessInterrupts = (count: number, json: string): StreamAnomaly => ({
  kind: 'message-quarantined',
  ...detailOf(say('stream.nameless-interrupts', { count })),
  raw: cut(json),
});

/** A message that opens no prompt, because it is invalid. */
export const quarantined = (
  said: WrittenStatement,
  json: string,
  issues: readonly Issue[],
): StreamAnomaly => ({
  kind: 'message-quarantined',
  ...detailOf(said),
  issues: issues
    .slice(0, maxIssues)
    .map((issue) => ({ ...shapeFault(issue.path, issue.message), ...issue })),
  raw: cut(json),
});

const cut = (text: string) => text.slice(0, maxRawChars);
