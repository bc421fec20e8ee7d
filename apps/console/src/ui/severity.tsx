import type { Severity } from '@countersign/upformat/message';
import { severityWords } from '../text/state.ts';

const level: Record<Severity, number> = { info: 1, minor: 2, major: 3, critical: 4 };

/** Severity as bars (a red square when critical), named for a screen reader. */
export function SeverityMark({ severity }: { severity: Severity }) {
  const word = severityWords[severity];
  const critical = severity === 'critical';
  return (
    <span
      className={`sev sev-${level[severity]}`}
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
