import type { Agent } from '@countersign/api/agent';
import { errorText } from '../../live/problem-text.ts';
import { useAction } from '../../live/use-action.ts';
import { commonText, firstMinuteText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { AgentAvatar } from '../../ui/avatar.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Step } from './first-minute.tsx';

/** An agent with the example it gives. */
export interface Try {
  agent: Pick<Agent, 'id' | 'name'>;
  intro: string;
  example: string;
}

interface DemoStepsProps {
  /** Undefined = not known yet. */
  tries: readonly Try[] | undefined;
  start: (one: Try) => Promise<void>;
}

/** A task of an agent that is here already. */
export function DemoSteps({ tries, start }: DemoStepsProps) {
  const { busy, failure, run } = useAction();
  if (tries?.length === 0) {
    return (
      <Step title={text.try}>
        <p className="muted">{text.noTry}</p>
      </Step>
    );
  }
  return (
    <Step title={text.try}>
      <p className="muted">{text.tryDetail}</p>
      <ul className="first-tasks framed">
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
    </Step>
  );
}
