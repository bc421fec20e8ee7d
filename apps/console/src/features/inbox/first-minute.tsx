import type { Agent } from '@countersign/api/agent';
import type { ReactNode } from 'react';
import { errorText } from '../../live/problem-text.ts';
import { useAction } from '../../live/use-action.ts';
import { commonText } from '../../text/common.ts';
import { firstMinuteText as text } from '../../text/first-minute.ts';
import { visibleText } from '../../text/visible-text.ts';
import { AgentAvatar } from '../../ui/avatar.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { KeyCaps } from '../../ui/kbd.tsx';
import './first-minute.css';

/** An agent with the example it gives. */
export interface Try {
  agent: Pick<Agent, 'id' | 'name'>;
  intro: string;
  example: string;
}

interface FirstMinuteProps {
  /** Undefined = not known yet. */
  tries: readonly Try[] | undefined;
  mayStart: boolean;
  start: (one: Try) => Promise<void>;
  /** The link to add an agent; null for operators who may not. */
  addLink: ReactNode;
  /** Where more is written. */
  readOn: ReactNode;
}

/** The inbox of a server without any task yet: its purpose, and how to get a question into it. */
export function FirstMinute({ tries, mayStart, start, addLink, readOn }: FirstMinuteProps) {
  return (
    <section aria-label={text.label} className="decision column scrolls padded first">
      <h2>{text.title}</h2>
      <p className="first-lead tight-above">{text.lead}</p>
      <div className="first-grid stack">
        <section className="full-row">
          <h3 className="tight-below">{text.try}</h3>
          {mayStart ? (
            <Tries start={start} tries={tries} />
          ) : (
            <p className="muted">{text.viewer}</p>
          )}
        </section>
        <section>
          <h3 className="tight-below">{text.own}</h3>
          <p className="muted">{text.ownDetail}</p>
          {addLink ?? <p className="muted">{text.ownAdmin}</p>}
        </section>
        <section>
          <h3 className="tight-below">{text.keys}</h3>
          <ul>
            {text.keyLines.map(([keys, does]) => (
              <li key={keys} className="row target-height">
                <span className="row-tight first-keys">
                  <KeyCaps keys={keys} />
                </span>
                {does}
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h3 className="tight-below">{text.more}</h3>
          {readOn}
        </section>
      </div>
    </section>
  );
}

function Tries({ tries, start }: Pick<FirstMinuteProps, 'tries' | 'start'>) {
  const { busy, failure, run } = useAction();
  if (tries?.length === 0) return <p className="muted">{text.noTry}</p>;
  return (
    <>
      <p className="muted">{text.tryDetail}</p>
      <ul className="first-tasks wide-above framed">
        {(tries ?? []).map((one) => (
          <li key={one.agent.id} className="stack soft-line-between breakable">
            <AgentAvatar name={one.agent.name} />
            <div>
              <b className="strong" dir="auto" lang="">
                {visibleText(one.agent.name)}
              </b>
              <p dir="auto" lang="">
                {visibleText(one.intro)}
              </p>
              <p className="muted small" dir="auto">
                {commonText.pair(text.example, `“${visibleText(one.example)}”`)}
              </p>
            </div>
            <Button
              aria-label={text.start(one.agent.name)}
              disabled={busy}
              onClick={() => void run(() => start(one))}
            >
              {text.startShort}
            </Button>
          </li>
        ))}
      </ul>
      {failure === null ? null : (
        <Banner role="alert" tone="fail">
          <b className="strong">{text.startFailed}</b>
          <p className="small">{errorText(failure)}</p>
        </Banner>
      )}
    </>
  );
}
