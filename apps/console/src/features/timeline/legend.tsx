import { timelineText as text } from '../../text/timeline.ts';

/** What the marks of the lanes mean. */
export function Legend() {
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
