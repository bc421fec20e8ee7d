import { timelineText as text } from '../../text/timeline.ts';

/** What the marks of the lanes mean. */
export function Legend() {
  return (
    <ul className="tln-legend">
      <li>
        <i className="lg lg-step" />
        {text.kind('step')}
      </li>
      <li>
        <i className="lg lg-output" />
        {text.kind('output')}
      </li>
      <li>
        <i className="lg lg-tool" />
        {text.kind('tool')}
      </li>
      <li>
        <i className="lg lg-person" />
        {text.kind('person')}
      </li>
      <li>
        <i className="lg lg-followup" />
        {text.kind('followup')}
      </li>
      <li>
        <i className="lg lg-answer" />
        {text.answers}
      </li>
    </ul>
  );
}
