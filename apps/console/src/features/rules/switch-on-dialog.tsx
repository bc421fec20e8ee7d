import type { DryRun } from '@countersign/api/rule';
import { feedbackSummary } from '../../text/answers/feedback-summary.ts';
import { askLang, askText } from '../../text/statements/asked-words.ts';
import { rulesText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogCancel } from '../../ui/dialog-cancel.tsx';
import { filled } from '../../ui/filled.ts';
import { foreignWords } from '../../ui/texts/foreign-words.tsx';

const words = rulesText.trial;

/** Whether the dry run found no difference: for all matching prompts the rule would have answered as people did. */
export const isInFullAgreement = ({ matched, same }: DryRun): boolean => same === matched;

interface SwitchOnDialogProps {
  result: DryRun;
  onYes: () => void;
  onClose: () => void;
}

/** Asked before a rule is switched on that would have answered otherwise than people did: in which cases, by name. */
export function SwitchOnDialog({ result, onYes, onClose }: SwitchOnDialogProps) {
  const { differing, matched, same } = result;
  const unlisted = matched - same - differing.length;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={words.switchAsk}
      description={words.switchDiffers(matched - same, matched)}
      footer={
        <>
          <DialogCancel focused />
          <Button onClick={onYes} variant="danger">
            {words.switchYes}
          </Button>
        </>
      }
    >
      <ul className="stack-tight space-above space-below">
        {differing.map((one) => (
          <li key={one.promptId}>
            <b className="strong" dir="auto" lang={askLang(one)}>
              {visibleText(askText(one))}
            </b>{' '}
            <span className="muted">
              {filled(
                words.answeredBy,
                foreignWords(one.by),
                foreignWords(feedbackSummary(one.feedback)),
              )}
            </span>
          </li>
        ))}
      </ul>
      {unlisted > 0 ? <p className="small muted">{words.more(unlisted)}</p> : null}
    </Dialog>
  );
}
