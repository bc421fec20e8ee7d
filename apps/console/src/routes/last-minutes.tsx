import { aboutToDefault } from '@countersign/desk/need';
import { Link } from '@tanstack/react-router';
import { useKnownRows } from '../live/prompts/known-prompts.ts';
import { useMe } from '../live/queries.ts';
import { LiveRing } from '../live/session/live-time.tsx';
import { useServerNow } from '../live/session/server-now.ts';
import { askLang, askText } from '../text/statements/asked-words.ts';
import { frameText as text } from '../text/texts.ts';
import { visibleText } from '../text/visible-text.ts';

/** The question of mine or of nobody whose default is sent within two minutes: on every screen, with a way to it. */
export function LastMinutes() {
  const known = useKnownRows();
  const me = useMe().data ?? null;
  const now = useServerNow();
  const prompt = aboutToDefault(known, { operatorId: me?.id ?? null, now });
  if (prompt === null) return null;
  return (
    <Link
      className="row-tight rounded small last-minutes nowrap"
      to="/inbox/$promptId"
      params={{ promptId: prompt.id }}
      title={text.defaultsSoonTitle}
    >
      <LiveRing from={prompt.openedAt} until={prompt.expiresAt} />
      <b className="strong truncate" dir="auto" lang={askLang(prompt)}>
        {visibleText(askText(prompt))}
      </b>
      <span className="rigid desk-only">{text.defaultsSoon}</span>
    </Link>
  );
}
