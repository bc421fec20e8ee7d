import type { PromptRow } from '@countersign/api/prompt-row';
import { useState } from 'react';
import { useClient } from '../../live/client-context.tsx';
import { useSnooze } from '../../live/prompt-actions.ts';
import { useAction } from '../../live/use-action.ts';
import { decisionTimeText as text } from '../../text/decision-time.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogCancel } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { formatMoment } from '../../ui/format-time.ts';
import { Input, Textarea } from '../../ui/input.tsx';
import { wallInput } from '../../ui/time-zone.ts';
import { Failure } from './failure.tsx';
import { endOf, type Preset, presets, whyNot } from './snooze-times.ts';

const FORM = 'snooze';
const HOUR_MS = 3_600_000;

interface ChoiceProps {
  preset: Preset;
  chosen: Preset;
  onChoose: (preset: Preset) => void;
  /** When it ends, and why it cannot be chosen. */
  end: string;
  refusal: string | null;
}

function Choice({ preset, chosen, onChoose, end, refusal }: ChoiceProps) {
  return (
    <label className="snooze-o">
      <input
        type="radio"
        name="snooze"
        checked={preset === chosen}
        disabled={refusal !== null}
        onChange={() => onChoose(preset)}
      />
      <span>{text.preset[preset]}</span>
      <span className="m s">{refusal ?? end}</span>
    </label>
  );
}

interface SnoozeDialogProps {
  /** Put aside together; one at least. */
  prompts: readonly [PromptRow, ...PromptRow[]];
  onClose: () => void;
  /** After all of them were put aside. */
  onDone?: () => void;
}

/** Why they cannot be put aside until then, by the first that cannot. */
const whyNotAll = (prompts: readonly PromptRow[], until: number | null, now: number) =>
  prompts.map((prompt) => whyNot(prompt, until, now)).find((why) => why !== null) ?? null;

/** Puts prompts aside for everybody: until when, and why. */
export function SnoozeDialog({ prompts, onClose, onDone }: SnoozeDialogProps) {
  const client = useClient();
  // As the dialog opened: presets that move while one reads them cannot be chosen.
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
  const send = () => {
    if (until === null || refusal !== null || reason.trim() === '') return;
    void action.run(async () => {
      await snooze({ until, reason: reason.trim() });
      onDone?.();
      onClose();
    });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={prompts.length === 1 ? text.snoozeTitle : text.snoozeMany(prompts.length)}
      description={text.snoozeNote}
      footer={
        <>
          <DialogCancel />
          <Button
            variant="primary"
            type="submit"
            form={FORM}
            busy={action.busy}
            disabled={refusal !== null || reason.trim() === ''}
          >
            {action.busy ? text.snoozing : text.snooze}
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        className="snooze"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <fieldset>
          <legend className="label">{text.until}</legend>
          {presets.map((each) => {
            const end = each === 'custom' ? null : endOf(each, now, '');
            return (
              <Choice
                key={each}
                preset={each}
                chosen={preset}
                onChoose={setPreset}
                end={end === null ? '' : formatMoment(end, now)}
                refusal={end === null ? null : whyNotAll(prompts, end, now)}
              />
            );
          })}
        </fieldset>
        {preset === 'custom' && (
          <Field label={text.customTime} error={refusal}>
            {(ids) => (
              <Input
                {...ids}
                type="datetime-local"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </Field>
        )}
        <Field label={text.reason} required>
          {(ids) => (
            <Textarea
              {...ids}
              rows={2}
              data-autofocus
              maxLength={400}
              placeholder={text.reasonHint}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        <Failure of={action.failure} />
      </form>
    </Dialog>
  );
}
