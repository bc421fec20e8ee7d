import { type GatewayPolicy, gatewayPolicySchema } from '@countersign/api/gateway';
import { GitFork } from 'lucide-react';
import { problemOf } from '../../live/problem-text.ts';
import { gatewayText } from '../../text/gateway.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Failed } from './failed.tsx';
import { policyDifferences, type SentPolicy } from './policy-form.ts';

const words = gatewayText.form.conflict;

/** The policy that came instead, when the server refused this one; undefined = it was not refused for that. */
export function newerPolicy(failure: unknown): GatewayPolicy | null | undefined {
  const problem = problemOf(failure);
  if (problem === null || !problem.type.endsWith('/policy-changed')) return undefined;
  const parsed = gatewayPolicySchema.nullable().safeParse(problem['policy']);
  return parsed.success ? parsed.data : undefined;
}

interface PolicyNotSavedProps {
  failure: unknown;
  /** What is typed; null = it is no policy yet. */
  mine: SentPolicy | null;
  onTakeTheirs: (theirs: GatewayPolicy) => void;
}

/** Why a policy was not saved; nothing if it was. */
export function PolicyNotSaved({ failure, mine, onTakeTheirs }: PolicyNotSavedProps) {
  const theirs = newerPolicy(failure);
  if (theirs === undefined) return <Failed of={failure} title={gatewayText.form.notSaved} />;
  const take = theirs === null ? null : () => onTakeTheirs(theirs);
  return <PolicyConflict mine={mine} onTakeTheirs={take} theirs={theirs} />;
}

interface PolicyConflictProps {
  /** The policy that there is now; null = it was removed. */
  theirs: GatewayPolicy | null;
  mine: SentPolicy | null;
  onTakeTheirs: (() => void) | null;
}

/** Another administrator has saved first: what differs, while what was typed is kept. */
function PolicyConflict({ theirs, mine, onTakeTheirs }: PolicyConflictProps) {
  const differences = theirs === null || mine === null ? [] : policyDifferences(theirs, mine);
  return (
    <Banner icon={GitFork} role="alert" tone="need">
      <b className="strong">{theirs === null ? words.removed : words.title}</b>
      <p className="small">{words.lead}</p>
      {differences.length === 0 ? null : (
        <table className="small data-table">
          <thead>
            <tr>
              <th scope="col">{words.setting}</th>
              <th scope="col">{words.theirs}</th>
              <th scope="col">{words.mine}</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ label, left, right }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td className="breakable">{visibleText(left)}</td>
                <td className="breakable">{visibleText(right)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {onTakeTheirs === null ? null : <Button onClick={onTakeTheirs}>{words.takeTheirs}</Button>}
    </Banner>
  );
}
