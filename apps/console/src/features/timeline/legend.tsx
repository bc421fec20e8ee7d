import { timelineText as text } from '../../text/timeline.ts';

/** What the marks of the lanes mean. */
export function Legend() {
  return (
    <ul className="side-by-side fine-print clipped timeline-legend nowrap">
      <li>
        <i className="span-swatch rigid lg-step" />
        {text.kind('step')}
      </li>
      <li>
        <i className="span-swatch rigid lg-output" />
        {text.kind('output')}
      </li>
      <li>
        <i className="span-swatch rigid lg-tool" />
        {text.kind('tool')}
      </li>
      <li>
        <i className="span-swatch rigid lg-person" />
        {text.kind('person')}
      </li>
      <li>
        <i className="span-swatch rigid lg-followup" />
        {text.kind('followup')}
      </li>
      <li>
        <i className="span-swatch rigid lg-answer" />
        {text.answers}
      </li>
    </ul>
  );
}
