import { logOf } from '@countersign/api/asker';
import type { Edited } from '@countersign/api/edited-place';
import type { PromptFact } from '@countersign/api/fact';
import type { Decision, Prompt } from '@countersign/api/prompt';
import { atDeadline, isDue } from '@countersign/desk/deadline';
import { editedPlaces } from '@countersign/desk/edited-places';
import { releaseAtOf } from '@countersign/desk/recall';
import type { HaiEvent } from '@countersign/hai/event';
import { jsonEqual } from '@countersign/json/json-equal';
import type { UpFeedback } from '@countersign/upformat/message';
import { demoText } from '../text/demo.ts';
import { feedbackSummary } from '../text/feedback-summary.ts';
import type { Cue } from './demo-player.ts';
import type { DemoShared, DemoTaskState } from './demo-tasks.ts';

/** What an edit changed, as the server reports it. */
function editedIn({ message }: Prompt, feedback: UpFeedback): { edited?: Edited } {
  const edited = editedPlaces(message, feedback);
  return edited === undefined ? {} : { edited };
}

/** Records the answer to a prompt, as the server does before anything is sent. `recallMs`: so long it can be taken back. */
export function recordAnswer(
  house: DemoShared,
  prompt: Prompt,
  feedback: UpFeedback,
  { by, recallMs = 0 }: { by: Decision['by']; recallMs?: number },
): Decision {
  const recordedAt = house.ports.now();
  const decision: Decision = {
    id: house.ports.createId(),
    promptId: prompt.id,
    by,
    feedback,
    digest: prompt.digest,
    state: 'recorded',
    recordedAt,
    releaseAt: releaseAtOf(by, prompt, { now: recordedAt, policy: { recallMs } }),
    waitsFor: [],
    deliveredAt: null,
    acknowledgedAt: null,
    attempts: 0,
    failure: null,
  };
  const room = house.rooms.get(logOf(prompt));
  if (room) {
    const closed: Prompt = {
      ...prompt,
      state: 'answered',
      claim: null,
      snooze: null,
      closedAt: recordedAt,
      decision,
    };
    house.notify(room, 'countersign.prompt', {
      change: 'answered',
      prompt: closed,
      ...editedIn(prompt, feedback),
    });
    house.notify(room, 'countersign.decision', { change: 'recorded', decision });
  }
  return decision;
}

/** Plays one cue as it was recorded, the recorded answers included. */
export function playRecorded(house: DemoShared, room: DemoTaskState, { envelope }: Cue): 'played' {
  house.append(room, envelope.agentId, envelope.event, envelope.receivedAt);
  return 'played';
}

/** A question has as long as it had when it was recorded, however long the one before took here. */
function askedNow(event: HaiEvent, now: number): HaiEvent {
  if (event.type !== 'CUSTOM' || event.name !== 'countersign.prompt') return event;
  const { change, prompt } = event.value as PromptFact;
  if (change !== 'opened') return event;
  const expiresAt = prompt.expiresAt === null ? null : now + prompt.expiresAt - prompt.openedAt;
  return { ...event, value: { change, prompt: { ...prompt, openedAt: now, expiresAt } } };
}

/** Plays one cue now. Where the tape contains an answer, it waits for one to be given here, and uses that one. */
export function playNow(house: DemoShared, room: DemoTaskState, cue: Cue): 'played' | 'wait' {
  if (cue.kind === 'event') {
    house.append(room, cue.envelope.agentId, askedNow(cue.envelope.event, house.ports.now()));
    return 'played';
  }
  const prompt = house.prompts.get(cue.promptId);
  if (!prompt?.decision) return prompt?.state === 'open' ? 'wait' : 'played';
  if ((prompt.decision.releaseAt ?? 0) > house.ports.now()) return 'wait';
  const { change } = cue;
  if (change === 'answered' || change === 'recorded' || change === 'queued') return 'played';
  if (change === 'in-doubt') return 'played';
  const at = house.ports.now();
  const decision: Decision = {
    ...prompt.decision,
    state: change,
    attempts: 1,
    deliveredAt: prompt.decision.deliveredAt ?? at,
    acknowledgedAt: cue.change === 'acknowledged' ? at : null,
  };
  house.prompts.set(prompt.id, { ...prompt, decision });
  house.notify(room, 'countersign.decision', { change: cue.change, decision });
  const reported = cue.decision?.feedback;
  if (cue.change === 'acknowledged' && reported && !sameAnswer(reported, decision.feedback)) {
    house.note(room, demoText.continues(feedbackSummary(reported, editedIn(prompt, reported))));
  }
  return 'played';
}

const sameAnswer = (reported: UpFeedback, given: UpFeedback): boolean =>
  reported.type === given.type && jsonEqual(reported.content, given.content);

/** What opens a prompt, or moves its deadline. */
const timed: ReadonlySet<PromptFact['change']> = new Set(['opened', 'reopened', 'extended']);

/** The server owns time: when the deadline of an open prompt has passed, its default goes out. Returns its undo. */
export function watchDeadlines(house: DemoShared): () => void {
  return house.journal.subscribe(({ event }) => {
    if (event.type !== 'CUSTOM' || event.name !== 'countersign.prompt') return;
    const { change, prompt } = event.value as PromptFact;
    if (!(timed.has(change) && prompt.expiresAt !== null)) return;
    const left = prompt.expiresAt - house.ports.now();
    if (left > 0) house.ports.schedule(() => expire(house, prompt.id), left);
  });
}

function expire(house: DemoShared, promptId: string): void {
  const prompt = house.prompts.get(promptId);
  const room = prompt && house.rooms.get(logOf(prompt));
  if (!room || !isDue(prompt, house.ports.now())) return;
  const end = atDeadline(prompt);
  if (end.kind === 'default') {
    recordAnswer(house, prompt, end.feedback, { by: end.by });
    room.player?.go();
    return;
  }
  const closedAt = house.ports.now();
  house.notify(room, 'countersign.prompt', {
    change: 'expired',
    prompt: {
      ...prompt,
      state: 'expired',
      closedAt,
      closedReason: end.reason.text,
      closedStatement: end.reason.statement,
    },
  });
}
