import { useState } from 'react';
import { lineageText as text } from '../../text/texts.ts';
import { Diamond } from '../../ui/icon.tsx';

const hasRoom = () => matchMedia('(min-width: 1280px) and (min-height: 800px)').matches;

/** What the shapes and lines of the graph mean. In a small window it is closed: it would cover nodes. */
export function Legend() {
  const [isOpen, setOpen] = useState(hasRoom);
  return (
    <details
      className="legend small nowrap floating"
      onToggle={(event) => setOpen(event.currentTarget.open)}
      open={isOpen}
    >
      <summary className="muted">{text.legend}</summary>
      <div className="stack-tight">
        <span className="row">
          <span className="on-canvas legend-box" />
          {text.legendMessage}
        </span>
        <span className="row">
          <span className="on-canvas legend-box legend-box-tool" />
          {text.legendTool}
        </span>
        <span className="row">
          <span className="on-canvas legend-box legend-box-person" />
          {text.legendPerson}
        </span>
        <span className="row">
          <span>
            <Diamond filled small />
          </span>
          {text.legendPrompt}
        </span>
        <span className="row">
          <span>
            <Diamond filled={false} small />
          </span>
          {text.legendFollowup}
        </span>
        <span className="row">
          <span className="legend-line-path" />
          {text.legendPath}
        </span>
        <span className="row">
          <span className="legend-line" />
          {text.legendInferred}
        </span>
      </div>
    </details>
  );
}
