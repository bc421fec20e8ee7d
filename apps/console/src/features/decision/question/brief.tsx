import { isAskerId } from '@countersign/api/asker';
import type { Prompt } from '@countersign/api/prompt';
import { namedBy, relayedId } from '@countersign/hai/sender';
import type { ThreadItem } from '@countersign/thread/thread';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { memo, useMemo } from 'react';
import { useAgentNames } from '../../../live/agent-names.ts';
import { useThread } from '../../../live/thread.ts';
import { askerName } from '../../../text/sender-name.ts';
import { readMessage } from '../../../text/statements/asked-message.ts';
import { askLang, askText } from '../../../text/statements/asked-words.ts';
import { decisionText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Who } from '../../../ui/avatar.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { AgentLink } from '../../../ui/markdown/markdown-components.tsx';
import { Tooltip } from '../../../ui/overlays/tooltip.tsx';
import { answerEffect } from '../compose/answer-effect.ts';
import type { DraftType } from '../draft/draft.ts';
import { Clamp } from './clamp.tsx';
import { type LineageStep, lineageOf, nodeOfPrompt } from './lineage.ts';
import { AnswerRoute } from './origin.tsx';
import { unreadWholeOf } from './unread.tsx';
import './brief.css';

const authorOf = ({ agentId, relayedFor }: Prompt): string =>
  relayedFor === null ? agentId : relayedId(agentId, relayedFor);

/** The asking agent, as the last step before its prompt, also when nothing is known of the path. */
const askedBy = (prompt: Prompt, node: string): LineageStep => ({
  key: 'asker',
  node,
  who: authorOf(prompt),
  title: askerName(prompt),
  preview: askText(prompt),
});

const noItems: readonly ThreadItem[] = [];

/** A step of the path, as a link to the lineage; its first words are shown on hover and on focus. */
function Step({ step, taskId }: { step: LineageStep; taskId: string }) {
  const nameOf = useAgentNames();
  const name = visibleText(step.kind === 'tool' ? step.who : nameOf(step.who));
  const by = step.kind === 'tool' ? nameOf(step.title) : step.title;
  return (
    <Tooltip
      text={
        <span className="stack-tight">
          <b className="strong" dir="auto" lang="">
            {visibleText(by)}
          </b>
          {step.preview === '' ? null : (
            <span dir="auto" lang="">
              {visibleText(step.preview)}
            </span>
          )}
        </span>
      }
    >
      <Link
        className="why-path-step"
        dir="auto"
        params={{ taskId }}
        search={{ tab: 'lineage', node: step.node }}
        to="/tasks/$taskId"
      >
        {name}
      </Link>
    </Tooltip>
  );
}

/** Who led to the question, step by step, and the one link that shows the whole way with the question chosen. */
function Path({ prompt, taskId }: { prompt: Prompt; taskId: string }) {
  const items = useThread(taskId, (view) => (view.status === 'ready' ? view.thread.items : null));
  const steps = useMemo(
    () => (items ? lineageOf(items, prompt.message) : []),
    [items, prompt.message],
  );
  const node = useMemo(() => nodeOfPrompt(items ?? noItems, prompt), [items, prompt]);
  const asker = steps.at(-1)?.who === authorOf(prompt) ? [] : [askedBy(prompt, node)];
  return (
    <>
      <dt>{text.path}</dt>
      <dd className="fine-print why-path row-tight wrapping">
        {[...steps, ...asker].map((step) => (
          <span className="row-tight" key={step.key}>
            <Step step={step} taskId={taskId} />
            <Icon of={ChevronRight} small />
          </span>
        ))}
        <span className="strong">{text.here}</span>
        <Link
          className="link to-end why-path-link"
          params={{ taskId }}
          search={{ tab: 'lineage', node }}
          to="/tasks/$taskId"
        >
          {text.whyAsked}
        </Link>
      </dd>
    </>
  );
}

interface ReportedProps {
  words: string | null | undefined;
  otherwise: string;
  isOwn: boolean;
}

/** What the asker says, or that it does not. */
function Reported({ words, otherwise, isOwn }: ReportedProps) {
  if (!words) return <dd className="muted">{otherwise}</dd>;
  return (
    <dd>
      <Clamp isOwn={isOwn}>{visibleText(words)}</Clamp>
    </dd>
  );
}

interface BriefProps {
  prompt: Prompt;
  /** The chosen answer: its effect is shown. */
  type: DraftType | null;
  /** Places that are edited. */
  changes: number;
}

/** Ask, why, effect, path, who waits: in this order, before the content, in every prompt. */
export const Brief = memo(function Brief({ prompt, type, changes }: BriefProps) {
  const message = readMessage(prompt);
  const title = askText(prompt);
  const isOwn = askLang(prompt) === undefined;
  const { waiting = [], ask = title, links = [] } = upPromptOf(message);
  const effect = answerEffect(message, type, changes);
  const isChosen = type !== null && type !== 'default';
  const nameOf = useAgentNames();
  // An asker is no agent: its question is all it says, unless it says more.
  const isAgent = !isAskerId(prompt.agentId);
  const isUnread = unreadWholeOf(message) !== null;
  return (
    <section className="soft-line-below panel-section" aria-label={text.brief}>
      <dl className="stack fact-list">
        {ask.trim() !== title.trim() && (
          <>
            <dt>{text.ask}</dt>
            <dd>
              <Clamp>{visibleText(ask)}</Clamp>
            </dd>
          </>
        )}
        {(isAgent || message.explanation) && (
          <>
            <dt>{text.why}</dt>
            <Reported isOwn={isOwn} words={message.explanation} otherwise={text.noWhy} />
          </>
        )}
        {/* How the answer of such a question goes back is all that is known of its effect. */}
        {(isAgent || effect) && !isUnread && (
          <>
            <dt>{text.effect}</dt>
            <Reported
              isOwn={isOwn}
              words={effect}
              otherwise={isChosen ? text.noEffectOf : text.noEffect}
            />
          </>
        )}
        {links.length > 0 && (
          <>
            <dt>{text.links}</dt>
            <dd>
              {links.map(({ title: words, url }) => (
                <div className="breakable" key={url}>
                  <AgentLink href={url}>{visibleText(words)}</AgentLink>
                </div>
              ))}
            </dd>
          </>
        )}
        {prompt.taskId !== null && <Path prompt={prompt} taskId={prompt.taskId} />}
        {waiting.length > 0 && (
          <>
            <dt>{text.waits}</dt>
            <dd className="fine-print running">
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
        <AnswerRoute prompt={prompt} />
      </dl>
    </section>
  );
});
