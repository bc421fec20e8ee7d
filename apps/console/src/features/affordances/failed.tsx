import { errorText } from '../../live/problem-text.ts';
import { commonText } from '../../text/texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

interface FailedProps {
  of: unknown;
  title: string;
  /** What the reader should know besides. */
  detail?: string;
  retry?: () => void;
}

/** Why something failed; nothing if it did not. */
export function Failed({ of, title, detail = '', retry }: FailedProps) {
  if (of === null) return null;
  return (
    <Banner
      action={retry === undefined ? null : <Button onClick={retry}>{commonText.retry}</Button>}
      role="alert"
      tone="fail"
    >
      <b className="strong">{title}</b>
      <p className="small">{`${errorText(of)} ${detail}`.trimEnd()}</p>
    </Banner>
  );
}
