import { errorText } from '../../live/problem-text.ts';
import { Banner } from '../../ui/banner.tsx';

/** Why something failed; nothing if it did not. */
export function Failed({ of, title }: { of: unknown; title: string }) {
  if (of === null) return null;
  return (
    <Banner role="alert" tone="fail">
      <b className="strong">{title}</b>
      <p className="small">{errorText(of)}</p>
    </Banner>
  );
}
