import { type Severity, severities } from '@countersign/upformat/message';
import { severityLabels } from '../../text/texts.ts';
import './severity.css';

/** Severity as bars (a red square when critical), named for a screen reader. */
export function SeverityMark({ severity }: { severity: Severity }) {
  const word = severityLabels[severity];
  const critical = severity === 'critical';
  return (
    <span
      className="rigid severity-mark"
      data-bars={severities.indexOf(severity) + 1}
      role="img"
      aria-label={word.toLowerCase()}
      title={word}
    >
      {critical ? (
        '!'
      ) : (
        <>
          <i />
          <i />
          <i />
        </>
      )}
    </span>
  );
}
