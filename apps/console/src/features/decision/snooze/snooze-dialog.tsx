import type { PromptRow } from '@countersign/api/prompt-row';
import { decisionTimeText as text } from '../../../text/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogCancel } from '../../../ui/dialog-cancel.tsx';
import { Field } from '../../../ui/field.tsx';
import { formatMoment } from '../../../ui/format-time.ts';
import { Input, Textarea } from '../../../ui/input.tsx';
import { Failure } from '../compose/failure.tsx';
import { endOf, type Preset, presets } from './snooze-times.ts';
import { useSnoozing, whyNotAll } from './use-snoozing.ts';
import './snooze-dialog.css';

const FORM = 'snooze';

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
    <label className="snooze-option cells">
      <input
        type="radio"
        name="snooze"
        checked={preset === chosen}
        disabled={refusal !== null}
        onChange={() => onChoose(preset)}
      />
      <span>{text.preset[preset]}</span>
      <span className="muted small">{refusal ?? end}</span>
    </label>
  );
}

interface SnoozeDialogProps {
  /** Snoozed together; one at least. */
  prompts: readonly [PromptRow, ...PromptRow[]];
  onClose: () => void;
  /** After all of them were snoozed. */
  onDone?: () => void;
}

/** Snoozes prompts for all operators: until when, and why. */
export function SnoozeDialog({ prompts, onClose, onDone }: SnoozeDialogProps) {
  const snoozing = useSnoozing(prompts, () => {
    onDone?.();
    onClose();
  });
  const { now, preset, setPreset, refusal, reason, action } = snoozing;
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
            disabled={!snoozing.maySend}
          >
            {action.busy ? text.snoozing : text.snooze}
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        className="stack-wide"
        onSubmit={(event) => {
          event.preventDefault();
          snoozing.send();
        }}
      >
        <fieldset className="unframed space-above">
          <legend className="label unframed">{text.until}</legend>
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
                value={snoozing.typed}
                onChange={(event) => snoozing.setTyped(event.target.value)}
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
              onChange={(event) => snoozing.setReason(event.target.value)}
            />
          )}
        </Field>
        <Failure of={action.failure} />
      </form>
    </Dialog>
  );
}
