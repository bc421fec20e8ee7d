import { Maximize, Minus, Plus } from 'lucide-react';
import { timelineText as text } from '../../text/texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import '../../ui/toolbar.css';

/** What the marks of the lanes mean. */
function Legend() {
  return (
    <ul className="row-loose fine-print clipped timeline-legend nowrap">
      <li className="row-close">
        <i className="span-swatch rigid legend-step" />
        {text.kind('step')}
      </li>
      <li className="row-close">
        <i className="span-swatch rigid legend-output" />
        {text.kind('output')}
      </li>
      <li className="row-close">
        <i className="span-swatch rigid legend-tool" />
        {text.kind('tool')}
      </li>
      <li className="row-close">
        <i className="span-swatch rigid legend-person" />
        {text.kind('person')}
      </li>
      <li className="row-close">
        <i className="span-swatch rigid legend-followup" />
        {text.kind('followup')}
      </li>
      <li className="row-close">
        <i className="span-swatch rigid legend-answer" />
        {text.answers}
      </li>
    </ul>
  );
}

export type TimelineMode = 'lanes' | 'list';

interface TimelineBarProps {
  mode: TimelineMode;
  onMode: (mode: TimelineMode) => void;
  /** Long waits are drawn short; `foldable` = there is one. */
  folding: boolean;
  foldable: boolean;
  onFold: () => void;
  /** The whole time is in view. */
  whole: boolean;
  onZoom: (factor: number) => void;
  onFit: () => void;
}

/** Over the timeline: what its marks mean, how much of it is shown, and how. */
export function TimelineBar(props: TimelineBarProps) {
  const { mode, folding, onZoom } = props;
  return (
    <div className="row-wrap rigid toolbar line-below">
      <h2 className="small">{text.title}</h2>
      {mode === 'lanes' ? <Legend /> : null}
      <span className="grow" />
      {mode === 'lanes' ? (
        <>
          {props.foldable ? (
            <Button
              aria-pressed={folding}
              onClick={props.onFold}
              small
              title={text.foldWaitsDetail}
            >
              {text.foldWaits}
            </Button>
          ) : null}
          <IconButton icon={Minus} label={text.zoomOut} onClick={() => onZoom(2)} small />
          <IconButton icon={Plus} label={text.zoomIn} onClick={() => onZoom(0.5)} small />
          <IconButton
            disabled={props.whole}
            icon={Maximize}
            label={text.fit}
            onClick={props.onFit}
            small
          />
        </>
      ) : null}
      <Segmented
        label={text.views}
        onChange={props.onMode}
        options={[
          { value: 'lanes', label: text.asLanes },
          { value: 'list', label: text.asList },
        ]}
        value={mode}
      />
    </div>
  );
}
