import type { DryRun, Rule } from '@countersign/api/rule';
import { hasEnded, isTried } from '@countersign/desk/rule-state';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { LiveTime } from '../../live/session/live-time.tsx';
import { useServerNow } from '../../live/session/server-now.ts';
import { useAction } from '../../live/use-action.ts';
import { feedbackSummary } from '../../text/answers/feedback-summary.ts';
import { askText } from '../../text/statements/asked-words.ts';
import { rulesText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { filled } from '../../ui/filled.ts';
import { Icon } from '../../ui/icon.tsx';
import { foreignWords } from '../../ui/texts/foreign-words.tsx';
import { RuleFailure } from './rule-failure.tsx';
import { isInFullAgreement, SwitchOnDialog } from './switch-on-dialog.tsx';
import './rule-trial.css';

const words = rulesText.trial;
type PromptLink = (promptId: string, words: ReactNode) => ReactNode;

interface RuleTrialProps {
  rule: Rule;
  /** There are changes that are not saved. */
  dirty: boolean;
  mayEdit: boolean;
  tryIt: () => Promise<unknown>;
  enable: (enabled: boolean) => Promise<unknown>;
  promptLink: PromptLink;
}

/** How the rule would have answered, and the switch, which waits for that. */
export function RuleTrial({ rule, dirty, mayEdit, tryIt, enable, promptLink }: RuleTrialProps) {
  const trying = useAction();
  const switching = useAction();
  const ended = hasEnded(rule, useServerNow());
  const tried = isTried(rule);
  const mayEnable = tried && !dirty && !ended;
  const [asking, setAsking] = useState(false);
  const result = rule.dryRun;
  const switchOn = () => void switching.run(() => enable(true));
  return (
    <section aria-labelledby="rule-trial" className="trial stack-wide framed">
      <h2 id="rule-trial">{words.title}</h2>
      {rule.dryRun === null ? (
        <p className="muted">{words.stale}</p>
      ) : (
        <TrialResult promptLink={promptLink} result={rule.dryRun} />
      )}
      <p className="small muted" role="status">
        {dirty ? words.dirty : ended ? words.endedNote : tried ? null : words.why}
        {rule.enabled && !dirty && !ended ? words.onNote : null}
      </p>
      <RuleFailure of={trying.failure} title={words.failed} />
      <RuleFailure of={switching.failure} title={words.switchFailed} />
      {mayEdit ? (
        <div className="row">
          <Button busy={trying.busy} disabled={dirty} onClick={() => void trying.run(tryIt)}>
            {trying.busy ? words.trying : rule.dryRun === null ? words.try : words.tryAgain}
          </Button>
          {rule.enabled ? (
            <Button busy={switching.busy} onClick={() => void switching.run(() => enable(false))}>
              {words.switchOff}
            </Button>
          ) : (
            <Button
              busy={switching.busy}
              disabled={!mayEnable}
              onClick={() =>
                result !== null && !isInFullAgreement(result) ? setAsking(true) : switchOn()
              }
              variant="primary"
            >
              {switching.busy ? words.switching : words.switchOn}
            </Button>
          )}
        </div>
      ) : null}
      {asking && result !== null ? (
        <SwitchOnDialog
          onClose={() => setAsking(false)}
          onYes={() => {
            setAsking(false);
            switchOn();
          }}
          result={result}
        />
      ) : null}
    </section>
  );
}

function TrialResult({ result, promptLink }: { result: DryRun; promptLink: PromptLink }) {
  const { at, differing, lookedAt, matched, nowhere, openNow, same, withoutReason = 0 } = result;
  const unlisted = matched - same - differing.length;
  return (
    <div className="stack">
      <p className="strong">
        {matched === 0
          ? words.nothing
          : same === matched
            ? words.all(matched)
            : words.some(same, matched)}
      </p>
      {withoutReason === 0 ? null : (
        <Banner tone="need">{words.withoutReason(withoutReason)}</Banner>
      )}
      {differing.length === 0 ? null : (
        <ul className="scrolls stack">
          {differing.map((one) => (
            <li key={one.promptId}>
              {promptLink(one.promptId, visibleText(askText(one)))}
              <p className="small muted" dir="auto">
                {one.taskTitle === null ? null : `${visibleText(one.taskTitle)} · `}
                {filled(
                  words.answeredBy,
                  foreignWords(one.by),
                  foreignWords(feedbackSummary(one.feedback)),
                )}
                {', '}
                <LiveTime as="ago" at={one.answeredAt} />
              </p>
            </li>
          ))}
        </ul>
      )}
      {unlisted > 0 ? <p className="small muted">{words.more(unlisted)}</p> : null}
      {nowhere?.places.map(({ path, of = 'payload' }) => (
        <p className="small" key={`${of}${path}`}>
          <Icon of={TriangleAlert} />
          {words.nowhere(visibleText(path), of, nowhere.prompts)}
        </p>
      ))}
      <p className="small">{words.openNow(openNow)}</p>
      <p className="small muted">
        {words.lookedAt(lookedAt)} {filled(words.at, <LiveTime as="ago" at={at} />)}
      </p>
    </div>
  );
}
