import { Stamp } from 'lucide-react';
import { decisionText as text } from '../../text/decision.ts';
import { Icon } from '../../ui/icon.tsx';

/** First twelve digits of the digest in groups of four. */
export const sealOf = (digest: string): string =>
  (digest.slice(0, 12).match(/.{1,4}/g) ?? []).join(' ');

/** What a person was shown, as the fingerprint that the answer carries. */
export function Seal({ digest }: { digest: string }) {
  return (
    <span className="seal" title={`${text.seal}\n${digest}`}>
      <Icon of={Stamp} />
      <span className="sr">{text.sealOf} </span>
      {sealOf(digest)}
    </span>
  );
}
