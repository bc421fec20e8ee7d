import type { GatewayPolicy } from '@countersign/api/gateway';
import { GitFork } from 'lucide-react';
import type { ReactNode } from 'react';
import { gatewayText } from '../../text/registry.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { policyDifferences, type SentPolicy } from './policy-form.ts';

const words = gatewayText.form.conflict;

interface PolicyConflictProps {
  /** The policy that there is now; null = it was removed. */
  theirs: GatewayPolicy | null;
  /** What is compared with it; null = it is no policy yet. */
  mine: SentPolicy | null;
  mineLabel: string;
  /** What happens if it is done again. */
  lead: string;
  /** What else can be done. */
  children?: ReactNode;
}

/** Another administrator was first: what differs from what is there now. */
export function PolicyConflict({ theirs, mine, mineLabel, lead, children }: PolicyConflictProps) {
  const differences = theirs === null || mine === null ? [] : policyDifferences(theirs, mine);
  return (
    <Banner icon={GitFork} role="alert" tone="need">
      <div className="stack">
        <div>
          <b className="strong">{theirs === null ? words.removed : words.title}</b>
          <p className="small">{lead}</p>
        </div>
        {differences.length === 0 ? null : (
          <table className="on-canvas rounded-small ink small data-table long-cells">
            <thead>
              <tr>
                <th scope="col">{words.setting}</th>
                <th scope="col">{words.theirs}</th>
                <th scope="col">{mineLabel}</th>
              </tr>
            </thead>
            <tbody>
              {differences.map(({ label, left, right }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td>{visibleText(left)}</td>
                  <td>{visibleText(right)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <div className="row-wrap">{children}</div>
      </div>
    </Banner>
  );
}
