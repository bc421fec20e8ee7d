import type { Policy } from '@countersign/api/settings/policy';
import { GitFork } from 'lucide-react';
import { policyText } from '../../text/administration.ts';
import { commonText, severityLabels } from '../../text/texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { policyDifferences } from './policy-form.ts';
import './policy-conflict.css';

const words = policyText.conflict;

interface PolicyConflictProps {
  theirs: Policy;
  /** Who saved it, by name. */
  by: string;
  mine: Policy['classes'];
  busy: boolean;
  onTakeTheirs: () => void;
  onSaveMine: () => void;
}

/** Another operator has saved first: both versions where they differ, and a choice. */
export function PolicyConflict(props: PolicyConflictProps) {
  const { theirs, by, mine, busy, onTakeTheirs, onSaveMine } = props;
  const differences = policyDifferences(theirs.classes, mine);
  return (
    <Banner icon={GitFork} role="alert" tone="need">
      <b className="strong">{words.title(theirs.version, by)}</b>
      {differences.length === 0 ? (
        <p className="small">{words.same}</p>
      ) : (
        <>
          <p className="small">{words.lead}</p>
          <div className="on-canvas rounded-small ink policy-difference">
            <table className="small data-table">
              <thead>
                <tr>
                  <th scope="col">{words.setting}</th>
                  <th scope="col">{words.theirs(theirs.version)}</th>
                  <th scope="col">{words.mine}</th>
                </tr>
              </thead>
              <tbody>
                {differences.map(({ severity, label, left, right }) => (
                  <tr key={`${severity}${label}`}>
                    <th scope="row">{commonText.pair(severityLabels[severity], label)}</th>
                    <td>{left}</td>
                    <td>{right}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
      <div className="row wrapping settings-wrap">
        <Button onClick={onTakeTheirs}>{words.takeTheirs}</Button>
        {differences.length === 0 ? null : (
          <Button busy={busy} onClick={onSaveMine}>
            {words.saveMine}
          </Button>
        )}
      </div>
    </Banner>
  );
}
