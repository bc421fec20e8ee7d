import { jsonText } from '@countersign/json/json-text';
import { useState } from 'react';
import { streamText } from '../../text/texts.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { JsonText } from '../../ui/json/json-text.tsx';
import { Disclosure } from './rows/disclosure.tsx';

/** An output without its own display: its label, and its JSON on request. Nothing is dropped. */
export function JsonBox({
  label,
  value,
  open = false,
}: {
  label: string;
  value: unknown;
  open?: boolean;
}) {
  const [shown, setShown] = useState(open);
  const text = typeof value === 'string' ? value : jsonText(value);
  return (
    <div className="clipped stream-box framed">
      <Disclosure
        className="box-head row nowrap"
        label={`${shown ? streamText.showLess : streamText.showMore} ${label}`}
        onToggle={() => setShown(!shown)}
        open={shown}
      >
        <b className="strong truncate">{label}</b>
        {shown ? (
          <span className="grow" />
        ) : (
          <span className="muted mono truncate grow">{text.slice(0, 160)}</span>
        )}
      </Disclosure>
      {shown ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <div aria-label={label} className="box-body verbatim" role="group" tabIndex={0}>
          <CopyButton className="link small copy-inside" of={label} text={() => text} />
          <JsonText text={text} />
        </div>
      ) : null}
    </div>
  );
}
