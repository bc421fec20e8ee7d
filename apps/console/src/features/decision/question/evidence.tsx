import type {
  Alternative,
  Question,
  UpContext,
  UpMessage,
  UpThought,
} from '@countersign/upformat/message';
import { schemaReferenceOf } from '@countersign/upformat/schema-reference';
import { CircleDashed } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import {
  commonText,
  decisionEditText as editText,
  decisionText as text,
} from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { titleOf } from '../../../ui/forms/field-text.ts';
import { Icon } from '../../../ui/icon.tsx';
import { TextWithMemories } from '../../../ui/texts/quoted-text.tsx';
import { useCompare } from '../compare/use-compare.tsx';
import type { Answer } from '../compose/use-answer.ts';
import { ConfidenceMeter } from './confidence-meter.tsx';
import { SchemaRow } from './schema-row.tsx';
import { UnreadMembers, unreadWholeOf } from './unread.tsx';
import './evidence.css';

const inWords = (value: unknown): string =>
  visibleText(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

function Section({
  title,
  count,
  action,
  children,
}: {
  title: string;
  count?: string | null;
  action?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <section className="soft-line-below panel-section">
      <div className="panel-section-head">
        <h2>{title}</h2>
        {count && <span className="muted small">{count}</span>}
        {action}
      </div>
      {children}
    </section>
  );
}

/** The threshold under which the agent asks, where its own thought gives one: a limit of the content is none of that. */
export function thresholdOf(message: UpMessage): number | null {
  const { threshold, confidenceThreshold } = message.upThought ?? {};
  const given = threshold ?? confidenceThreshold;
  return typeof given === 'number' && given >= 0 && given <= 1 ? given : null;
}

function Confidence({ message }: { message: UpMessage }) {
  const confidence = message.upThought?.confidence;
  const threshold = thresholdOf(message);
  if (confidence === undefined)
    return <Section title={text.agentConfidence} count={text.noConfidence} />;
  return (
    <Section title={text.agentConfidence}>
      <div className="row at-baseline">
        <span className="confidence-figure">{confidence.toFixed(2)}</span>
        <span className="muted small">
          {threshold === null ? text.noThreshold : text.asksBelow(threshold.toFixed(2))}
        </span>
      </div>
      <ConfidenceMeter confidence={confidence} threshold={threshold} />
    </Section>
  );
}

/** Whether the model itself could proceed without an answer: a blocking question differs from an optional one. */
function CanProceed({ message }: { message: UpMessage }) {
  const can = message.upThought?.canProceed;
  return (
    <Section
      title={text.canProceed}
      count={can === undefined ? text.notSaid : can ? text.couldGoOn : text.couldNotGoOn}
    />
  );
}

function Reasoning({ lines }: { lines: readonly string[] }) {
  return (
    <Section title={text.reasoning} count={lines.length === 0 ? text.noneGiven : text.asGiven}>
      {lines.length > 0 && (
        <ol className="evidence-list stack-close small breakable is-numbered">
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text
            <li key={index} dir="auto" lang="">
              <span>
                <TextWithMemories>{visibleText(line)}</TextWithMemories>
              </span>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

function Assumptions({ items }: { items: readonly string[] }) {
  return (
    <Section
      title={text.assumptions}
      count={items.length === 0 ? text.noneGiven : String(items.length)}
    >
      {items.length > 0 && (
        <ul className="evidence-list stack-close small breakable">
          {items.map((item) => (
            <li key={item}>
              <Icon of={CircleDashed} small className="muted" />
              <span dir="auto" lang="">
                {visibleText(item)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Alternatives({ items, answer }: { items: readonly Alternative[]; answer: Answer }) {
  const compare = useCompare(answer);
  return (
    <Section
      title={text.alternatives}
      count={items.length === 0 ? text.noneGiven : null}
      action={
        compare &&
        items.length > 1 && (
          <button type="button" className="link small" onClick={compare.open}>
            {editText.compare}
          </button>
        )
      }
    >
      {compare?.dialog}
      {items.map((item, index) => {
        const option = typeof item === 'string' ? { label: item } : item;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: agents offer two under one name
          <div className="soft-line-between alternative stack small breakable" key={index}>
            <span className="strong" dir="auto" lang="">
              {visibleText(option.label)}
            </span>
            {'confidence' in option && typeof option.confidence === 'number' && (
              <span className="mono">{option.confidence.toFixed(2)}</span>
            )}
            {'description' in option && typeof option.description === 'string' && (
              <p className="full-row muted" dir="auto" lang="">
                {visibleText(option.description)}
              </p>
            )}
            <Rest item={option} known={alternativeMembers} />
          </div>
        );
      })}
    </Section>
  );
}

const alternativeMembers = new Set(['id', 'label', 'description', 'confidence', 'payload']);
const questionMembers = new Set(['id', 'text', 'schema', 'required', 'options', 'default']);

/** The members of an item that are not drawn; a text that is drawn from another member is not repeated. */
function Rest({ item, known }: { item: object; known: ReadonlySet<string> }) {
  const members = Object.entries(item);
  const drawn = new Set(members.flatMap(([name, value]) => (known.has(name) ? [value] : [])));
  const rest = members.filter(([name, value]) => !known.has(name) && !drawn.has(value));
  return rest.map(([name, value]) => (
    <p key={name} className="muted small" dir="auto">
      <span title={name}>{titleOf({}, name)}</span>
      {commonText.colon}
      {inWords(value)}
    </p>
  ));
}

function Questions({ items }: { items: readonly Question[] }) {
  return (
    <Section title={text.questions} count={items.length === 0 ? text.noneAsked : null}>
      {items.length > 0 && (
        <ol className="evidence-list stack-close small breakable is-numbered">
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: agents ask twice under one name
            <li key={index}>
              <span dir="auto">
                {visibleText(typeof item === 'string' ? item : item.text)}
                {typeof item !== 'string' && <Rest item={item} known={questionMembers} />}
                {typeof item !== 'string' && item.default !== undefined && (
                  <span className="muted"> {text.defaultIs(inWords(item.default))}</span>
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

function Known({ context, answer }: { context: UpContext | undefined; answer: Answer }) {
  const limits = Object.entries(context?.constraints ?? {}).map(([name, value]) =>
    commonText.pair(visibleText(name), inWords(value)),
  );
  const all: [string, string[]][] = [
    [text.entity, context?.entity ? [visibleText(context.entity)] : []],
    [text.concepts, (context?.concepts ?? []).map((concept) => visibleText(concept))],
    [text.limits, limits],
  ];
  const given = all.filter(([, values]) => values.length > 0);
  const rows = given.length > 0 ? given : all;
  return (
    <Section title={text.known}>
      <dl className="stack-close small">
        {rows.map(([name, values]) => (
          <div key={name} className="fact-list stack">
            <dt>{name}</dt>
            <dd className={values.length === 0 ? 'muted' : undefined}>
              {values.length === 0
                ? text.noneGiven
                : values.map((value) => <p key={value}>{value}</p>)}
            </dd>
          </div>
        ))}
        <SchemaRow answer={answer} />
      </dl>
    </Section>
  );
}

const listed = (context: UpContext | undefined) =>
  context?.entity !== undefined ||
  (context?.concepts ?? []).length > 0 ||
  Object.keys(context?.constraints ?? {}).length > 0 ||
  schemaReferenceOf(context?.schema) !== null;

/** The parts of the evidence that the agent can give, and whether it gave them. */
function partsOf({ upThought: thought = {}, upContext }: UpMessage) {
  const has = (list: readonly unknown[] | undefined) => (list ?? []).length > 0;
  return {
    confidence: thought.confidence !== undefined,
    canProceed: thought.canProceed !== undefined,
    reasoning: has(thought.reasoning),
    assumptions: has(thought.assumptions),
    alternatives: has(thought.alternatives),
    questions: has(thought.questions),
    known: listed(upContext),
  };
}

/** Fewer missing parts than this have a line each, in their place. */
const FOLDED_FROM = 3;

/** What the agent did not give, in one line. */
function Missing({ parts }: { parts: readonly Part[] }) {
  return (
    <section className="panel-section">
      <p className="small">
        <span className="strong">{text.notGivenParts}</span>
        {commonText.gap}
        <span className="muted">{commonText.inRow(parts.map((part) => text.partNames[part]))}</span>
      </p>
    </section>
  );
}

type Part = keyof ReturnType<typeof partsOf>;

/** Which parts are drawn, and which are only named. */
function arranged(message: UpMessage): { isShown: (part: Part) => boolean; folded: Part[] } {
  const given = partsOf(message);
  const missing = (Object.keys(given) as Part[]).filter((part) => !given[part]);
  const isFolded = missing.length >= FOLDED_FROM;
  return { isShown: (part) => given[part] || !isFolded, folded: isFolded ? missing : [] };
}

/** What the agent gives as its reasons: also of a question that was answered long ago. */
export const Grounds = memo(function Grounds({ message }: { message: UpMessage }) {
  const thought: UpThought = message.upThought ?? {};
  const { isShown } = arranged(message);
  return (
    <>
      {isShown('confidence') && <Confidence message={message} />}
      {isShown('canProceed') && <CanProceed message={message} />}
      {isShown('reasoning') && <Reasoning lines={thought.reasoning ?? []} />}
      {isShown('assumptions') && <Assumptions items={thought.assumptions ?? []} />}
    </>
  );
});

/** The agent's evidence, and what it did not give. */
export function Evidence({ answer }: { answer: Answer }) {
  const { message } = answer.prompt;
  const { alternatives = [], questions = [] } = message.upThought ?? {};
  const { isShown, folded } = arranged(message);
  // Of a message that could not be read, nothing is known.
  if (unreadWholeOf(message) !== null) return null;
  return (
    <>
      <UnreadMembers message={message} />
      <Grounds message={message} />
      {isShown('alternatives') && <Alternatives items={alternatives} answer={answer} />}
      {isShown('questions') && <Questions items={questions} />}
      {isShown('known') && <Known context={message.upContext} answer={answer} />}
      {folded.length > 0 && <Missing parts={folded} />}
    </>
  );
}
