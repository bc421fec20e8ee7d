import { Dialog as Radix } from 'radix-ui';
import { commonText } from '../text/texts.ts';
import { Button } from './button.tsx';

interface DialogCancelProps {
  disabled?: boolean;
  /** Focus begins here: Enter must not do what the dialog asks about. */
  focused?: boolean;
}

/** Next to the main button of a dialog that does something. */
export function DialogCancel({ disabled = false, focused = false }: DialogCancelProps) {
  return (
    <Radix.Close asChild>
      <Button disabled={disabled} {...(focused ? { 'data-autofocus': true } : {})}>
        {commonText.cancel}
      </Button>
    </Radix.Close>
  );
}
