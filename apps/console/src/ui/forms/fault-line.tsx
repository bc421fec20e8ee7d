import { OctagonAlert } from 'lucide-react';
import { Icon } from '../icon.tsx';

/** The faults of a group, under its name. */
export function FaultLine({ text, id }: { text: string; id?: string }) {
  return (
    <p className="small side-by-side error-text form-span-12" id={id} tabIndex={-1}>
      <Icon of={OctagonAlert} />
      <span>{text}</span>
    </p>
  );
}
