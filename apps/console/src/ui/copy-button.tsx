import { useState } from 'react';
import { commonText } from '../text/texts.ts';
import './copy-button.css';

/** Copies `text()`; its label confirms it for two seconds. Looks like a link. */
export function CopyButton({
  text,
  children = commonText.copy,
  className = 'link small',
  of,
}: {
  text: () => string;
  children?: string;
  className?: string;
  /** What is copied, for screen readers. */
  of?: string;
}) {
  const [said, setSaid] = useState<string | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      setSaid(commonText.copied);
    } catch {
      setSaid(commonText.copyFailed);
    }
    setTimeout(() => setSaid(null), 2_000);
  };
  return (
    <button type="button" className={className} onClick={() => void copy()}>
      <span aria-live="polite">{said ?? children}</span>
      {of !== undefined && (
        <span className="visually-hidden">
          {commonText.colon}
          {of}
        </span>
      )}
    </button>
  );
}
