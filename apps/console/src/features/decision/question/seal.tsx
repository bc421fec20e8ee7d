import { Stamp } from 'lucide-react';
import { decisionText as text } from '../../../text/texts.ts';
import { Icon } from '../../../ui/icon.tsx';
import { sealOf } from '../../../ui/marks/seal-of.ts';
import './seal.css';

/** What a person was shown, as the fingerprint that the answer carries. */
export function Seal({ digest }: { digest: string }) {
  return (
    <span className="row-inline ink seal" title={`${text.seal}\n${digest}`}>
      <Icon of={Stamp} tone="accent" />
      <span className="visually-hidden">{text.sealOf} </span>
      {sealOf(digest)}
    </span>
  );
}
