import { useId } from 'react';
import { CopyButton } from '../copy-button.tsx';

interface CodeBlockProps {
  title: string;
  text: string;
  /** What is copied, for screen readers. */
  copied: string;
  help?: string;
  heading?: 'h3' | 'h4';
}

/** Text to paste somewhere else, exactly as it is. */
export function CodeBlock({ title, text, copied, help, heading: Heading = 'h4' }: CodeBlockProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="stack-tight">
      <div className="row">
        <Heading className="grow" id={id}>
          {title}
        </Heading>
        <CopyButton of={copied} text={() => text} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <pre className="rounded code" dir="ltr" tabIndex={0}>
        {text}
      </pre>
      {help === undefined ? null : <p className="small muted help-text">{help}</p>}
    </section>
  );
}
