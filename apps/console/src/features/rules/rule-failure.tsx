import { errorText, problemOf } from '../../live/problem-text.ts';
import { faultText } from '../../text/statements/statements.ts';
import { Banner } from '../../ui/banner.tsx';

/** Why something failed; renders nothing if it did not. */
export function RuleFailure({ of, title }: { of: unknown; title?: string }) {
  if (of === null) return null;
  const first = errorText(of);
  const faults = (problemOf(of)?.errors ?? [])
    .map((fault) => ({ path: fault.path, message: faultText(fault) }))
    .filter(({ message }) => message !== first);
  return (
    <Banner role="alert" tone="fail">
      {title === undefined ? null : <b className="strong">{title}</b>}
      <p className="small">{first}</p>
      {faults.map(({ path, message }) => (
        <p className="small" key={`${path} ${message}`}>
          <code>{path}</code> {message}
        </p>
      ))}
    </Banner>
  );
}
