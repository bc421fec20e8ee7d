import { Check } from 'lucide-react';
import { useState } from 'react';
import { type ComparedAgent, useComparison } from '../../live/environment-queries.ts';
import { affordancesText } from '../../text/affordances.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Failed } from './failed.tsx';
import '../../ui/data-table.css';
import './affordances.css';

const text = affordancesText.compare;

/** What words alone would recommend for the context, what their meanings, notes and a model add, and what they take away. */
export function CompareSelectors({ agent }: { agent: ComparedAgent }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="wide-below affordance-compare"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="pressed-line">{text.title}</summary>
      {isOpen ? <Comparison agent={agent} /> : null}
    </details>
  );
}

function Comparison({ agent }: { agent: ComparedAgent }) {
  const { data, isError, error, refetch } = useComparison(agent);
  if (data === undefined) {
    return isError ? (
      <Failed of={error} retry={() => void refetch()} title={affordancesText.failed} />
    ) : (
      <Skeleton rows={3} />
    );
  }
  const { selectors, items } = data;
  if (items.length === 0) return <p className="small muted">{text.none}</p>;
  return (
    <>
      <p className="small muted">{text.help}</p>
      <table className="data-table">
        <thead>
          <tr>
            <th scope="col">{text.signifier}</th>
            {selectors.map(({ selector, recommended }) => (
              <th key={selector} scope="col">
                {text.selectors[selector]} <span className="muted">{recommended.length}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map(({ id, label }) => (
            <tr key={id}>
              <th className="breakable" dir="auto" lang="" scope="row">
                {visibleText(label)}
              </th>
              {selectors.map(({ selector, recommended }) => (
                <td key={selector}>
                  {recommended.includes(id) ? (
                    <>
                      <Icon of={Check} tone="done" />
                      <span className="visually-hidden">{affordancesText.groups.recommended}</span>
                    </>
                  ) : (
                    <span className="muted">
                      <span aria-hidden="true">–</span>
                      <span className="visually-hidden">{text.not}</span>
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
