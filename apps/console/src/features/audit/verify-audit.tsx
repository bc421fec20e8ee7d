import type { RouteAnswer } from '@countersign/api/routes';
import { Link2, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../live/problem-text.ts';
import { auditText as text } from '../../text/audit.ts';
import { commonText } from '../../text/texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { formatClock } from '../../ui/format-time.ts';

type Verdict = RouteAnswer<'GET /api/audit/verify'>;
type Checked = { at: number; verdict: Verdict } | { fault: string };

interface VerifyProps {
  verify: () => Promise<Verdict>;
  now: () => number;
}

/** Checks the chain when it is asked to, and says what range is proven. */
export function useVerify({ verify, now }: VerifyProps) {
  const [checked, setChecked] = useState<Checked | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      setChecked({ verdict: await verify(), at: now() });
    } catch (error) {
      setChecked({ fault: errorText(error) });
    }
    setBusy(false);
  };
  const button = (
    <Button disabled={busy} icon={Link2} onClick={() => void run()}>
      {busy ? text.verifying : text.verify}
    </Button>
  );
  return { button, result: checked === null ? null : <Result checked={checked} /> };
}

function Result({ checked }: { checked: Checked }) {
  if ('fault' in checked) {
    return (
      <Banner role="alert" tone="need">
        {text.verifyFailed}
        {commonText.gap}
        {checked.fault}
      </Banner>
    );
  }
  const { verdict, at } = checked;
  if (!verdict.ok) {
    return (
      <Banner icon={ShieldAlert} role="alert" tone="fail">
        {text.broken(verdict.brokenAt ?? verdict.events.broken?.position ?? 0)}
        {commonText.gap}
        {text.faults[verdict.what ?? 'chain']}
      </Banner>
    );
  }
  const { from, to } = verdict.events;
  return (
    <Banner icon={Link2} role="status" tone="accent">
      {text.holds(verdict.rows, formatClock(at))}
      {commonText.gap}
      {verdict.anchor === null
        ? text.notAnchored
        : text.anchored(verdict.anchor.number, formatClock(verdict.anchor.at))}
      {from === null || to === null ? null : ` ${text.provenEvents(from, to)}`}
    </Banner>
  );
}
