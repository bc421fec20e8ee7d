import type { ReactNode } from 'react';
import { affordancesText } from '../../text/affordances.ts';
import { statementSentence } from '../../text/statements/statements.ts';
import { commonText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Time } from '../../ui/time.tsx';
import { CallAsThen } from './call-as-then.tsx';
import type { KnownThen as Known } from './replay.ts';
import './affordances.css';

const text = affordancesText.trail;

interface KnownThenProps {
  known: Known;
  taskLink: (taskId: string) => ReactNode;
  /** Ranks for a context again. */
  replayLink: (context: string) => ReactNode;
}

/** What was known at a step of a trail, and nothing of what came after it. */
export function KnownThen({ known, taskLink, replayLink }: KnownThenProps) {
  const { context, selection, exposure, calls } = known;
  return (
    <section aria-label={text.known} className="stack-wide affordance-detail">
      <h2>{text.known}</h2>
      <Part at={context?.at} title={text.kinds.context}>
        {context === null ? null : (
          <>
            <p className="breakable" dir="auto" lang="">
              {visibleText(context.context) || text.noContext}
            </p>
            {context.context === '' ? null : replayLink(context.context)}
          </>
        )}
      </Part>
      <Part at={selection?.at} title={text.recommended}>
        {selection === null ? null : (
          <>
            <p className="small muted">
              {text.counts(
                selection.counts.recommended,
                selection.counts.other,
                selection.counts.blocked,
              )}
            </p>
            <ul className="small">
              {selection.recommended.map(({ id, label, reason, reasonStatement }) => (
                <li className="breakable" key={id}>
                  <span dir="auto" lang="">
                    {visibleText(label)}
                  </span>
                  {commonText.colon}
                  {statementSentence(reasonStatement, reason)}
                </li>
              ))}
            </ul>
          </>
        )}
      </Part>
      <Part at={exposure?.at} title={text.kinds.exposure}>
        {exposure === null ? null : (
          <p className="small breakable">
            {exposure.tools.length === 0
              ? text.noTools
              : commonText.inRow(exposure.tools.map(visibleText))}
          </p>
        )}
      </Part>
      <Part at={calls[0]?.call.at} title={text.calls}>
        {calls.length === 0 ? null : (
          <ul className="stack-wide">
            {calls.map((one, index) => (
              <li key={one.call.callId}>
                <CallAsThen isNewest={index === 0} one={one} taskLink={taskLink} />
              </li>
            ))}
          </ul>
        )}
      </Part>
    </section>
  );
}

/** `at`: undefined = it was not known yet. */
function Part({
  title,
  at,
  children,
}: {
  title: string;
  at: number | undefined;
  children: ReactNode;
}) {
  return (
    <div className="stack-tight">
      <h3>
        {title}{' '}
        <span className="small muted">
          {at === undefined ? text.noneYet : <Time as="exact" at={at} />}
        </span>
      </h3>
      {children}
    </div>
  );
}
