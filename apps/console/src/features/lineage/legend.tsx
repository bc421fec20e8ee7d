import { lineageText as text } from '../../text/lineage.ts';
import { Diamond } from '../../ui/icon.tsx';

/** What the shapes and lines of the graph mean. */
export function Legend() {
  return (
    <div aria-label={text.legend} className="legend stack-tight small nowrap floating" role="note">
      <span className="row-tight">
        <span className="on-canvas swatch-box" />
        {text.legendMessage}
      </span>
      <span className="row-tight">
        <span className="on-canvas swatch-box swb-tool" />
        {text.legendTool}
      </span>
      <span className="row-tight">
        <span className="on-canvas swatch-box swb-person" />
        {text.legendPerson}
      </span>
      <span className="row-tight">
        <span>
          <Diamond filled small />
        </span>
        {text.legendPrompt}
      </span>
      <span className="row-tight">
        <span>
          <Diamond filled={false} small />
        </span>
        {text.legendFollowup}
      </span>
      <span className="row-tight">
        <span className="swatch-line swl-on" />
        {text.legendPath}
      </span>
      <span className="row-tight">
        <span className="swatch-line swl-dash" />
        {text.legendInferred}
      </span>
    </div>
  );
}
