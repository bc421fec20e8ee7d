import type { PromptRow } from '@countersign/api/prompt-row';
import { useState } from 'react';
import { useSnooze } from '../../../live/prompts/prompt-actions.ts';
import { useClient } from '../../../live/session/client-context.tsx';
import { type Action, useAction } from '../../../live/use-action.ts';
import { wallInput } from '../../../ui/time-zone.ts';
import { endOf, type Preset, presets, whyNot } from './snooze-times.ts';

const HOUR_MS = 3_600_000;

/** Why they cannot be snoozed until then; the reason of the first that cannot. */
export const whyNotAll = (prompts: readonly PromptRow[], until: number | null, now: number) =>
  prompts.map((prompt) => whyNot(prompt, until, now)).find((why) => why !== null) ?? null;

interface Snoozing {
  /** The moment the presets are counted from, epoch ms. */
  now: number;
  preset: Preset;
  setPreset: (preset: Preset) => void;
  /** The entered time, for the custom preset. */
  typed: string;
  setTyped: (typed: string) => void;
  reason: string;
  setReason: (reason: string) => void;
  /** Why it cannot be that long; null = it can. */
  refusal: string | null;
  maySend: boolean;
  action: Action;
  send: () => void;
}

/** The state of the snooze dialog, and sending it. */
export function useSnoozing(prompts: readonly PromptRow[], onDone: () => void): Snoozing {
  const client = useClient();
  // As of the opening of the dialog: presets must not change while they are read.
  const [now] = useState(() => client.serverNow());
  const [preset, setPreset] = useState<Preset>(
    () =>
      presets.find((each) => whyNotAll(prompts, endOf(each, now, ''), now) === null) ?? 'custom',
  );
  const [typed, setTyped] = useState(() =>
    wallInput(
      Math.min(
        now + HOUR_MS,
        ...prompts.map(({ expiresAt }) => expiresAt ?? Number.POSITIVE_INFINITY),
      ),
    ),
  );
  const [reason, setReason] = useState('');
  const snooze = useSnooze(prompts.map(({ id }) => id));
  const action = useAction();
  const until = endOf(preset, now, typed);
  const refusal = whyNotAll(prompts, until, now);
  const maySend = refusal === null && reason.trim() !== '';
  const send = () => {
    if (until === null || !maySend) return;
    void action.run(async () => {
      await snooze({ until, reason: reason.trim() });
      onDone();
    });
  };
  return {
    now,
    preset,
    setPreset,
    typed,
    setTyped,
    reason,
    setReason,
    refusal,
    maySend,
    action,
    send,
  };
}
