import type { TimeSpent as Spent } from '@countersign/thread/timeline';
import { percent } from '../../text/count.ts';
import { timelineText as text } from '../../text/texts.ts';
import { clockSpan } from '../../text/timeline.ts';

const parts = ['people', 'tools', 'model', 'followups', 'agents'] as const;
const shareOf = (part: number, total: number) => percent(total === 0 ? 0 : part / total);

/** Where the time of the task went: one bar, and its figures as a table. Each moment is counted once. */
export function TimeSpent({ spent }: { spent: Spent }) {
  return (
    <section aria-label={text.spent} className="line-above spent stack">
      <h2 className="small">{text.spent}</h2>
      <div aria-hidden="true" className="side-by-side clipped spent-bar">
        {parts.map((part) => (
          <i
            className={`spent-${part}`}
            key={part}
            style={{ flexGrow: spent.total === 0 ? 0 : spent[part] / spent.total }}
          />
        ))}
      </div>
      <table className="fine-print">
        <thead className="visually-hidden">
          <tr>
            <th>{text.who}</th>
            <th>{text.time}</th>
            <th>{text.share}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part}>
              <th scope="row">
                <i aria-hidden="true" className={`span-swatch rigid spent-${part}`} />
                {text.spentOf[part]}
              </th>
              <td className="number tabular">{clockSpan(spent[part])}</td>
              <td className="number tabular muted">{shareOf(spent[part], spent.total)}</td>
            </tr>
          ))}
          <tr className="spent-all">
            <th scope="row">{text.total}</th>
            <td className="number tabular">{clockSpan(spent.total)}</td>
            <td />
          </tr>
        </tbody>
      </table>
    </section>
  );
}
