import { customName } from '@countersign/hai/event';
import { questionOf, wordsIn } from '../a2a/asked-question.ts';
import type { KnownMessages } from '../a2a/known-messages.ts';
import type { MessageEvents } from '../a2a/message-writer.ts';
import { awaitingOutcome } from './asks.ts';
import type { AcpRun, Awaited, FrameContent, RunStatus } from './frames.ts';

interface Place {
  threadId: string;
  runId: string;
  /** The run of the agent that is resumed; null = it names one with its first frame. */
  resumed: string | null;
}

/** Reads what the frames of a run say, one after the other. */
export interface RunFrames {
  /** `speech` receives what is new in the frame. */
  take(speech: MessageEvents, news: Exclude<FrameContent, { kind: 'other' }>): void;
  /** The run has ended: nothing more belongs to it. */
  isOver(): boolean;
}

export function createRunFrames({ resumed, ...place }: Place, known: KnownMessages): RunFrames {
  let over = false;
  let acpRun = resumed ?? place.runId;
  let last: RunStatus | null = null;
  const prefix = () => `acp:${acpRun}/`;
  /** The number of the current message: a run that is resumed continues with the last one, without announcing it. */
  let number = known.last(prefix(), 0);
  const current = () => `${prefix()}${Math.max(number, 1)}`;

  const takeRun = (speech: MessageEvents, run: AcpRun) => {
    acpRun = run.runId;
    // All that it has said so far: what was missed is new.
    for (const [at, parts] of run.output.entries()) {
      speech.parts(`${prefix()}${at + 1}`, parts, { appends: false, isLast: false });
    }
    number = Math.max(number, run.output.length);
    if (run.status === last) return;
    last = run.status;
    speech.emit({
      type: 'STATE_SNAPSHOT',
      snapshot: { acp: { runId: run.runId, status: run.status } },
    });
    if (run.status in endings) {
      over = true;
      endRun(speech, place, run);
    }
  };

  return {
    isOver: () => over,
    take(speech, news) {
      switch (news.kind) {
        case 'run':
          return takeRun(speech, news.run);
        case 'begin':
          number += 1;
          return;
        case 'part':
          if (news.part === null) return;
          return speech.parts(current(), [news.part], { appends: true, isLast: false });
        case 'end':
          return speech.parts(current(), news.parts, { appends: false, isLast: true });
        case 'error': {
          over = true;
          const { code, message } = news.error;
          speech.close();
          speech.emit({ type: 'RUN_ERROR', ...place, message, ...(code === null ? {} : { code }) });
        }
      }
    },
  };
}

/** The states in which a run of ours ends. */
const endings: Readonly<Partial<Record<RunStatus, true>>> = {
  awaiting: true,
  cancelled: true,
  completed: true,
  failed: true,
};

function endRun(
  speech: MessageEvents,
  place: Omit<Place, 'resumed'>,
  { runId, status, awaited, error }: AcpRun,
): void {
  speech.close();
  if (status === 'failed') {
    const message = error?.message ?? 'The run failed; the agent gave no reason.';
    speech.emit({ type: 'RUN_ERROR', ...place, code: error?.code ?? 'acp-failed', message });
    return;
  }
  if (status === 'cancelled') {
    const value = { action: 'stop', status: 'stopped' };
    speech.emit({ type: 'CUSTOM', name: customName.control, value });
  }
  if (awaited === null) {
    speech.emit({ type: 'RUN_FINISHED', ...place });
    return;
  }
  const { why, ...question } = askedIn(speech, place, awaited);
  const outcome = { type: awaitingOutcome, runId, question };
  speech.emit({ type: 'RUN_FINISHED', ...place, ...why, outcome });
}

/** The question of a run. Files and messages in UpFormat that came with it are shown; its words and data are in the question. */
function askedIn(
  speech: MessageEvents,
  { runId }: Omit<Place, 'resumed'>,
  { parts, isAuth }: Awaited,
) {
  const message = { messageId: null, isUser: false, parts };
  const { text, data, inUpFormat } = questionOf(message, runId);
  const shown = parts.filter(
    (part) => part.kind !== 'text' && (part.kind !== 'data' || part.mediaType !== null),
  );
  if (shown.length > 0) speech.parts(`acp:${runId}/asked`, shown, { appends: false, isLast: true });
  const words = wordsIn(message);
  return { text, data, inUpFormat, isAuth, why: words === null ? {} : { why: words } };
}
