import { Link, useNavigate } from '@tanstack/react-router';
import { useContext } from 'react';
import { SincePage } from '../features/since/since-page.tsx';
import { inboxText, sinceText } from '../text/texts.ts';
import { useCrumbs } from '../ui/crumbs.tsx';
import { AbsenceContext } from './inbox/absence-context.ts';

const crumbs = [{ label: inboxText.title, to: '/inbox' }, { label: sinceText.title }];

/** Since you left, and the ways from there. */
export function SinceRoute() {
  const away = useContext(AbsenceContext);
  const navigate = useNavigate();
  useCrumbs(crumbs);
  return (
    <SincePage
      away={away}
      onOpen={(item) =>
        void (item.kind === 'task'
          ? navigate({ to: '/tasks/$taskId', params: { taskId: item.id } })
          : navigate({ to: '/inbox/$promptId', params: { promptId: item.id } }))
      }
      inboxLink={(words) => (
        <Link className="button" to="/inbox" onClick={away.putAway}>
          {words}
        </Link>
      )}
    />
  );
}
