import { clsx } from 'clsx';
import { usePresence } from '../../../live/prompts/presence.ts';
import { useMe } from '../../../live/queries.ts';
import { commonText, peopleText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { initialsOf } from '../../../ui/avatar.tsx';

const SHOWN = 3;

/** The other operators who have it open now: avatars, with their activity as text. */
export function Readers({ promptId }: { promptId: string }) {
  const meId = useMe().data?.id ?? null;
  const people = usePresence(promptId).filter((person) => person.operator !== meId);
  if (people.length === 0) return null;
  const words = people.map(({ name, mode }) =>
    mode === 'editing' ? text.editing(visibleText(name)) : text.reading(visibleText(name)),
  );
  const isEditing = people.some((person) => person.mode === 'editing');
  return (
    <span
      className="readers row-inline rigid"
      role="img"
      aria-label={commonText.inRow(words)}
      title={words.join('\n')}
    >
      <span className="row-inline" aria-hidden>
        {people.slice(0, SHOWN).map((person) => (
          <span key={person.operator} className={clsx('centred rigid avatar avatar-live')}>
            {initialsOf(person.name).toUpperCase()}
          </span>
        ))}
      </span>
      <span className="muted desk-only" aria-hidden>
        {people.length > SHOWN && `+${String(people.length - SHOWN)} `}
        {isEditing ? text.editingShort : text.readingShort}
      </span>
    </span>
  );
}
