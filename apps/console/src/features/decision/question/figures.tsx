import type { Figure } from '@countersign/upformat/edit-check';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import { Fragment, type ReactNode } from 'react';
import { answerCheckText as text } from '../../../text/texts.ts';
import type { Answer } from '../compose/use-answer.ts';

/** How a Gen UI part is drawn; given from outside, for it is drawn in streams too. */
export type DrawFigure = (figure: Figure) => ReactNode;

/** The figures next to a question: of the current edit if the agent has redrawn them, else of the proposal. */
export function figuresOf({ prompt, check }: Answer): readonly Figure[] {
  return check.outputs ?? upPromptOf(prompt.message).outputs ?? [];
}

/** A plan's map or chart, next to the plan. */
export function Figures({ answer, draw }: { answer: Answer; draw: DrawFigure }) {
  const figures = figuresOf(answer);
  if (figures.length === 0) return null;
  const { state, outputs } = answer.check;
  const isOld = state === 'checking';
  return (
    <section
      className="soft-line-below panel-section figures"
      aria-label={text.figures}
      aria-busy={isOld}
    >
      <div className="panel-section-head">
        <h2>{outputs === null ? text.figures : text.figuresOfEdit}</h2>
        {isOld && <span className="muted small">{text.redrawing}</span>}
      </div>
      {figures.map((figure, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: outputs have no ids and a fixed order
        <Fragment key={place}>{draw(figure)}</Fragment>
      ))}
    </section>
  );
}
