import type { Decider } from '@countersign/api/prompt';
import { ListChecks, Timer } from 'lucide-react';
import { PersonAvatar } from './avatar.tsx';
import { Icon } from './icon.tsx';

/** A circle for a person, a clock for a default, a list for a rule: an automatic answer is never drawn as a person. */
export function DeciderMark({
  by,
  meId = null,
}: {
  by: Pick<Decider, 'kind' | 'id' | 'name'>;
  meId?: string | null;
}) {
  if (by.kind === 'operator') return <PersonAvatar me={by.id === meId} name={by.name} />;
  return <Icon of={by.kind === 'rule' ? ListChecks : Timer} small />;
}
