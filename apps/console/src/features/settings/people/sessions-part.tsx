import type { OpenSession } from '@countersign/api/people/session';
import { inspects, may } from '@countersign/desk/permissions';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useMe } from '../../../live/queries.ts';
import { LiveTime } from '../../../live/session/live-time.tsx';
import { itemsOf, useChange, useRoute } from '../../../live/use-route.ts';
import { signInSettingsText as text } from '../../../text/administration.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { RemoveDialog } from '../remove-dialog.tsx';
import { Read } from '../section.tsx';

/** The open sessions: one's own, or all of them for those who may see them. */
export function SessionsPart() {
  const me = useMe().data;
  const change = useChange();
  const [whose, setWhose] = useState<'own' | 'all'>('own');
  const [ending, setEnding] = useState<OpenSession | null>(null);
  const sessions = useRoute('GET /api/open-sessions', { query: { whose } }, { select: itemsOf });
  return (
    <section aria-labelledby="set-sessions" className="soft-line-below settings-part stack">
      <div className="row-loose wrapping spread">
        <h2 id="set-sessions">{text.sessions}</h2>
        {inspects(me) ? (
          <Segmented
            label={text.sessions}
            onChange={setWhose}
            options={[
              { value: 'own', label: text.own },
              { value: 'all', label: text.all },
            ]}
            value={whose}
          />
        ) : null}
      </div>
      <Read of={sessions}>
        {(list) => (
          <ul className="line-above settings-list">
            {list.map((session) => (
              <SessionRow
                key={session.id}
                mayEnd={may(me, 'administer') || session.operator.id === me?.id}
                onEnd={() => setEnding(session)}
                session={session}
              />
            ))}
          </ul>
        )}
      </Read>
      <RemoveDialog
        detail={text.endDetail}
        onClose={() => setEnding(null)}
        remove={() => change('DELETE /api/open-sessions/:id', { params: { id: ending?.id ?? '' } })}
        title={ending === null ? null : text.endAsk(ending.operator.name)}
        yes={text.endYes}
      />
    </section>
  );
}

function SessionRow({
  session: { operator, via, browser, openedAt, isThis },
  mayEnd,
  onEnd,
}: {
  session: OpenSession;
  mayEnd: boolean;
  onEnd: () => void;
}) {
  return (
    <li className="row-wide wraps-on-phone at-top soft-line-below">
      <div className="grow">
        <div className="row wrapping settings-wrap">
          <b className="strong truncate" dir="auto" lang="">
            {visibleText(operator.name)}
          </b>
          <span className="small muted">
            <LiveTime as="ago" at={openedAt} /> {text.via[via]}
          </span>
          {isThis ? (
            <span className="fine-print nowrap rounded-small tag-box">{text.thisOne}</span>
          ) : null}
        </div>
        <p className="small muted breakable" dir="auto" lang="">
          {browser === null ? text.unknownBrowser : visibleText(browser)}
        </p>
      </div>
      {mayEnd && !isThis ? (
        <IconButton icon={LogOut} label={text.end(operator.name)} onClick={onEnd} />
      ) : null}
    </li>
  );
}
