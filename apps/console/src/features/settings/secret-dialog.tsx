import { KeyRound } from 'lucide-react';
import { settingsText } from '../../text/texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

const words = settingsText.secret;

interface SecretDialogProps {
  /** Null = closed. */
  secret: string | null;
  title: string;
  label: string;
  /** Where it goes. */
  how: string;
  onClose: () => void;
}

/** A token or secret on the only occasion it can be seen: a click outside does not lose it. */
export function SecretDialog({ secret, title, label, how, onClose }: SecretDialogProps) {
  return (
    <Dialog
      footer={
        <Button onClick={onClose} variant="primary">
          {words.done}
        </Button>
      }
      keepOpen
      onOpenChange={(open) => open || onClose()}
      open={secret !== null}
      title={title}
    >
      <div className="dialog-form stack-wide">
        <Banner icon={KeyRound} tone="need">
          {words.shownOnce}
        </Banner>
        <Field help={how} label={label}>
          {(ids) => (
            <span className="row">
              <Input
                {...ids}
                className="input mono"
                onFocus={(event) => event.target.select()}
                readOnly
                value={secret ?? ''}
              />
              <CopyButton className="button" text={() => secret ?? ''}>
                {words.copy}
              </CopyButton>
            </span>
          )}
        </Field>
      </div>
    </Dialog>
  );
}
