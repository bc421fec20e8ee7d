import type { AgentFigures } from '@countersign/api/agent';
import { figure } from '../../text/count.ts';
import { agentsText, commonText } from '../../text/texts.ts';

const text = agentsText.page;
/** What an agent did and is asked for, a tile a figure. */
export function FigureList({ figures }: { figures: AgentFigures }) {
  const { openPrompts, answers, deliveries, tasks, runs, anomalies } = figures;
  const tiles: readonly [name: string, count: number, more: string][] = [
    [
      text.openPrompts,
      openPrompts.blocking + openPrompts.followup,
      commonText.inRow([text.blocking(openPrompts.blocking), text.followups(openPrompts.followup)]),
    ],
    [
      text.answers,
      answers.people + answers.rules + answers.defaults,
      text.answersBy(answers.people, answers.rules, answers.defaults),
    ],
    [
      text.deliveries,
      deliveries.delivered,
      text.deliveriesOf(deliveries.waiting, deliveries.failed),
    ],
    [text.tasks, tasks.all, text.going(tasks.going)],
    [text.failures, runs.failed, text.ofRuns(runs.all)],
    [text.anomalies, anomalies, text.anomaliesIn],
  ];
  return (
    <dl className="clipped figure-tiles agent-figures framed">
      {tiles.map(([name, count, more]) => (
        <div key={name}>
          <dt className="fine-print">{name}</dt>
          <dd className="column">
            <b className="tabular">{figure(count)}</b>
            <span className="small muted">{more}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
