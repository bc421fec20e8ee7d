import { type ReactNode, useRef } from 'react';
import { CopyButton } from '../copy-button.tsx';

/** Code as it was written, left to right in any surrounding text, with a copy button. */
export function CodeBlock({ children }: { children?: ReactNode }) {
  const code = useRef<HTMLPreElement>(null);
  return (
    <div className="anchor" dir="ltr">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre className="rounded code md-code" ref={code} tabIndex={0}>
        {children}
      </pre>
      <CopyButton className="link small md-copy" text={() => code.current?.textContent ?? ''} />
    </div>
  );
}
