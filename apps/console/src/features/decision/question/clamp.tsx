import { useState } from 'react';
import { decisionText as text } from '../../../text/texts.ts';
import { QuotedText } from '../../../ui/texts/quoted-text.tsx';

const LONG_CHARS = 420;
const LONG_LINES = 6;

/** Long text is cut at six lines until it is expanded. Decided by length, not by measuring: nothing jumps. `isOwn`: of the server. */
export function Clamp({ children, isOwn = false }: { children: string; isOwn?: boolean }) {
  const [open, setOpen] = useState(false);
  const isLong = children.length > LONG_CHARS || children.split('\n').length > LONG_LINES;
  if (!isLong)
    return (
      <span className="verbatim block" dir="auto" lang={isOwn ? undefined : ''}>
        <QuotedText>{children}</QuotedText>
      </span>
    );
  return (
    <>
      <span
        className={open ? 'verbatim' : 'verbatim line-clamp clamp'}
        dir="auto"
        lang={isOwn ? undefined : ''}
      >
        <QuotedText>{children}</QuotedText>
      </span>
      <button
        type="button"
        className="link small"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {open ? text.less : text.more}
      </button>
    </>
  );
}
