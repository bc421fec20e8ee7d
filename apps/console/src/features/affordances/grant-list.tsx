import type { Grant } from '@countersign/api/affordance-call';
import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { affordancesText } from '../../text/affordances.ts';
import { commonText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Button } from '../../ui/button.tsx';
import { Time } from '../../ui/time.tsx';
import './affordances.css';

const text = affordancesText.grants;

interface GrantListProps {
  grants: readonly Grant[];
  mayChange: boolean;
  taskLink: (taskId: string, words: string) => ReactNode;
  onRevoke: (grant: Grant) => void;
}

/** What people have allowed for whole tasks: whom, what, by whom and when. */
export function GrantList({ grants, mayChange, taskLink, onRevoke }: GrantListProps) {
  return (
    <ul aria-label={affordancesText.places.grants}>
      {grants.map((grant) => {
        const label = visibleText(grant.label);
        const caller = visibleText(grant.callerName);
        return (
          <li className="page-line soft-line-below stack-tight" key={grant.id}>
            <div className="row-wrap">
              <h2 className="breakable" dir="auto" lang="">
                {label}
              </h2>
              <span className="small">
                {commonText.inRow([
                  text.of(caller),
                  ...(grant.profile === null
                    ? []
                    : [`${affordancesText.profile} ${visibleText(grant.profile)}`]),
                ])}
              </span>
              {mayChange ? (
                <span className="to-end">
                  <Button
                    aria-label={text.revokeOf(label, caller)}
                    icon={Undo2}
                    onClick={() => onRevoke(grant)}
                  >
                    {text.revoke}
                  </Button>
                </span>
              ) : null}
            </div>
            <div className="row-wrap small">
              <span>{text.inTask}</span>
              {taskLink(grant.task.id, visibleText(grant.task.title))}
            </div>
            <p className="small muted">
              {text.by(visibleText(grant.by))} · <Time as="exact" at={grant.at} />
            </p>
          </li>
        );
      })}
    </ul>
  );
}
