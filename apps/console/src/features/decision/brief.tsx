import type { Prompt } from '@countersign/api/prompt';
import { namedBy, relayedId } from '@countersign/hai/sender';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import { ChevronRight } from 'lucide-react';
import { Fragment, memo, useMemo } from 'react';
import { useAgentNames } from '../../live/agent-names.ts';
import { useThread } from '../../live/thread.ts';
import { decisionText as text } from '../../text/decision.ts';
import { askerName } from '../../text/sender-name.ts';
import { Who } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { answerEffect } from './answer-effect.ts';
import { Clamp } from './clamp.tsx';
import type { DraftType } from './draft.ts';
import { type LineageStep, lineageOf } from './lineage.ts';
import { GoesBack } from './origin.tsx';

const speakerOf = ({ agentId, relayedFor }: Prompt): string =>
  relayedFor === null ? agentId : relayedId(agentId, relayedFor);

/** The agent that asks stands before its prompt, also when nothing is known of what led to it. */
const askedBy = (prompt: Prompt): LineageStep => ({
  key: 'asker',
  who: speakerOf(prompt),
  title: askerName(prompt),
});

function Path({ prompt }: { prompt: Prompt }) {
  const items = useThread(prompt.taskId, (view) =>
    view.status === 'ready' ? view.thread.items : null,
  );
  const steps = useMemo(
    () => (items ? lineageOf(items, prompt.message) : null),
    [items, prompt.message],
  );
  const nameOf = useAgentNames();
  if (steps === null) return null;
  const asker = steps.at(-1)?.who === speakerOf(prompt) ? [] : [askedBy(prompt)];
  return (
    <>
      <dt>{text.path}</dt>
      <dd className="path">
        {[...steps, ...asker].map((step) => (
          <Fragment key={step.key}>
            <span title={step.kind === 'tool' ? nameOf(step.title) : step.title} dir="auto">
              {visibleText(step.kind === 'tool' ? step.who : nameOf(step.who))}
            </span>
            <Icon of={ChevronRight} small />
          </Fragment>
        ))}
        <span className="here">{text.here}</span>
      </dd>
    </>
  );
}

interface BriefProps {
  prompt: Prompt;
  /** The answer that is chosen: its effect is told. */
  type: DraftType | null;
  /** Places that are edited. */
  changes: number;
}

/** Ask, why, effect, path, who waits: in this order, before the content, in every prompt. */
export const Brief = memo(function Brief({ prompt, type, changes }: BriefProps) {
  const { message } = prompt;
  const { waiting = [], ask = prompt.ask } = upPromptOf(message);
  const effect = answerEffect(message, type, changes);
  const isChosen = type !== null && type !== 'default';
  const nameOf = useAgentNames();
  return (
    <section className="sec" aria-label={text.brief}>
      <dl className="dl">
        {ask.trim() !== prompt.ask.trim() && (
          <>
            <dt>{text.ask}</dt>
            <dd>
              <Clamp>{visibleText(ask)}</Clamp>
            </dd>
          </>
        )}
        <dt>{text.why}</dt>
        <dd className={message.explanation ? undefined : 'm'}>
          {message.explanation ? <Clamp>{visibleText(message.explanation)}</Clamp> : text.noWhy}
        </dd>
        <dt>{text.effect}</dt>
        <dd className={effect ? undefined : 'm'}>
          {effect ? (
            <Clamp>{visibleText(effect)}</Clamp>
          ) : isChosen ? (
            text.noEffectOf
          ) : (
            text.noEffect
          )}
        </dd>
        <Path prompt={prompt} />
        {waiting.length > 0 && (
          <>
            <dt>{text.waits}</dt>
            <dd className="path waits">
              {waiting.map((name) => (
                <Who
                  key={name}
                  name={visibleText(nameOf(namedBy(prompt.agentId, name)))}
                  kind="agent"
                />
              ))}
            </dd>
          </>
        )}
        <GoesBack prompt={prompt} />
      </dl>
    </section>
  );
});
