import type { DecisionFact, PromptFact } from '@countersign/api/fact';
import type { Envelope } from '@countersign/hai/envelope';

/** The content of a tape at one place: a plain event, or the answer that was given when it was recorded. */
export type Cue =
  | { kind: 'event'; envelope: Envelope }
  | {
      kind: 'answer';
      envelope: Envelope;
      promptId: string;
      change: DecisionFact['change'] | 'answered';
      decision: DecisionFact['decision'] | null;
    };

/** Reads an envelope of a tape. The demo makes the facts of answers itself, from what its operator answers. */
export function cueOf(envelope: Envelope): Cue {
  const { event } = envelope;
  if (event.type === 'CUSTOM' && event.name === 'countersign.decision') {
    const { change, decision } = event.value as DecisionFact;
    return { kind: 'answer', envelope, promptId: decision.promptId, change, decision };
  }
  if (event.type === 'CUSTOM' && event.name === 'countersign.prompt') {
    const { change, prompt } = event.value as PromptFact;
    if (change === 'answered' || change === 'expired') {
      return {
        kind: 'answer',
        envelope,
        promptId: prompt.id,
        change: 'answered',
        decision: prompt.decision,
      };
    }
  }
  return { kind: 'event', envelope };
}

export interface PlayerPorts {
  now(): number;
  schedule(run: () => void, delayMs: number): () => void;
}

interface PlayerOptions {
  envelopes: readonly Envelope[];
  ports: PlayerPorts;
  /** Plays one cue. `wait` = not yet (its prompt has no answer): the player holds there. */
  play(cue: Cue): 'played' | 'wait';
}

/** Plays a tape at the pace it was recorded, waits for answers, can be held and ended. */
export interface Player {
  /** Starts, or checks again whether the awaited answer has arrived. Does nothing while held. */
  go(): void;
  hold(): void;
  resume(): void;
  end(): void;
  /** Plays at once up to the first place that waits, or up to `stop`. */
  skim(stop?: (cue: Cue) => boolean): void;
}

/** Silence on the tape while people thought is not worth waiting for. */
const MAX_GAP_MS = 1_500;

export function createPlayer({ envelopes, ports, play: playCue }: PlayerOptions): Player {
  const cues = envelopes.map(cueOf);
  let at = 0;
  let state: 'idle' | 'playing' | 'held' | 'ended' = 'idle';
  let cancel: (() => void) | null = null;

  const step = () => {
    cancel = null;
    while (state === 'playing') {
      const cue = cues[at];
      if (!cue) return finish();
      if (playCue(cue) === 'wait') return;
      at += 1;
      const next = cues[at];
      const gap = next
        ? Math.min(MAX_GAP_MS, next.envelope.receivedAt - cue.envelope.receivedAt)
        : 0;
      if (gap >= 4) {
        cancel = ports.schedule(step, gap);
        return;
      }
    }
  };
  const play = () => {
    if (state === 'ended') return;
    state = 'playing';
    if (cancel === null) step();
  };
  const finish = () => {
    state = 'ended';
  };
  return {
    go() {
      if (state !== 'held') play();
    },
    resume() {
      if (state === 'held') play();
    },
    hold() {
      if (state === 'ended') return;
      state = 'held';
      cancel?.();
      cancel = null;
    },
    end() {
      state = 'ended';
      cancel?.();
      cancel = null;
    },
    skim(stop) {
      for (let cue = cues[at]; cue; cue = cues[at]) {
        if (stop?.(cue) || playCue(cue) === 'wait') return;
        at += 1;
      }
      finish();
    },
  };
}
