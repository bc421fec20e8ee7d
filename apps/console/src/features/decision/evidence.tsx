import type {
  Alternative,
  Question,
  UpContext,
  UpMessage,
  UpThought,
} from '@countersign/upformat/message';
import { CircleDashed } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { decisionText as text } from '../../text/decision.ts';
import { decisionEditText as editText } from '../../text/decision-edit.ts';
import { Icon } from '../../ui/icon.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { ConfidenceMeter } from './confidence-meter.tsx';
import type { Answer } from './use-answer.ts';
import { useCompare } from './use-compare.tsx';

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
    <section className="sec">
      <div className="sec-h">
        <h2>{title}</h2>
        {count && <span className="m s">{count}</span>}
        {action}
      </div>
      {children}
    </section>
  );
}

/** The threshold under which the agent asks, where it gave one under a name that is used. */
export function thresholdOf(message: UpMessage): number | null {
  const thought = message.upThought ?? {};
  const limits = message.upContext?.constraints ?? {};
  const named = [
    thought['threshold'],
    thought['confidenceThreshold'],
    limits['confidenceThreshold'],
    limits['threshold'],
  ];
  return (
    (named.find((value) => typeof value === 'number' && value >= 0 && value <= 1) as
      | number
      | null) ?? null
  );
}

function Confidence({ message }: { message: UpMessage }) {
  const confidence = message.upThought?.confidence;
  const threshold = thresholdOf(message);
  if (confidence === undefined)
    return <Section title={text.agentConfidence} count={text.noConfidence} />;
  return (
    <Section title={text.agentConfidence}>
      <div className="row conf">
        <span className="conf-n">{confidence.toFixed(2)}</span>
        {threshold !== null && <span className="m s">{text.asksBelow(threshold.toFixed(2))}</span>}
      </div>
      <ConfidenceMeter confidence={confidence} threshold={threshold} />
    </Section>
  );
}

function Reasoning({ lines }: { lines: readonly string[] }) {
  return (
    <Section title={text.reasoning} count={lines.length === 0 ? text.noneGiven : text.asGiven}>
      {lines.length > 0 && (
        <ol className="ev-l nums">
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text
            <li key={index}>{visibleText(line)}</li>
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
        <ul className="ev-l">
          {items.map((item) => (
            <li key={item}>
              <Icon of={CircleDashed} />
              <span>{visibleText(item)}</span>
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
          <button type="button" className="link s" onClick={compare.open}>
            {editText.compare}
          </button>
        )
      }
    >
      {compare?.dialog}
      {items.map((item, index) => {
        const option = typeof item === 'string' ? { id: item, label: item } : item;
        return (
          <div className="alt" key={`${option.id}${String(index)}`}>
            <span className="b">{visibleText(option.label)}</span>
            {'confidence' in option && typeof option.confidence === 'number' && (
              <span className="mono">{option.confidence.toFixed(2)}</span>
            )}
            {'description' in option && typeof option.description === 'string' && (
              <p>{visibleText(option.description)}</p>
            )}
          </div>
        );
      })}
    </Section>
  );
}

function Questions({ items }: { items: readonly Question[] }) {
  return (
    <Section title={text.questions} count={items.length === 0 ? text.noneAsked : null}>
      {items.length > 0 && (
        <ol className="ev-l nums">
          {items.map((item) => (
            <li key={typeof item === 'string' ? item : item.id}>
              <span>
                {visibleText(typeof item === 'string' ? item : item.text)}
                {typeof item !== 'string' && item.default !== undefined && (
                  <span className="m"> {text.defaultIs(inWords(item.default))}</span>
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

function Known({ context }: { context: UpContext | undefined }) {
  const limits = Object.entries(context?.constraints ?? {}).map(
    ([name, value]) => `${visibleText(name)}: ${inWords(value)}`,
  );
  const rows: [string, string[]][] = [
    [text.entity, context?.entity ? [visibleText(context.entity)] : []],
    [text.concepts, (context?.concepts ?? []).map((concept) => visibleText(concept))],
    [text.limits, limits],
  ];
  return (
    <Section title={text.known}>
      <dl className="dl s known">
        {rows.map(([name, values]) => (
          <div key={name} className="known-r">
            <dt>{name}</dt>
            <dd className={values.length === 0 ? 'm' : undefined}>
              {values.length === 0
                ? text.noneGiven
                : values.map((value) => <p key={value}>{value}</p>)}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

const Grounds = memo(function Grounds({ message }: { message: UpMessage }) {
  const thought: UpThought = message.upThought ?? {};
  return (
    <>
      <Confidence message={message} />
      <Reasoning lines={thought.reasoning ?? []} />
      <Assumptions items={thought.assumptions ?? []} />
    </>
  );
});

const Context = memo(function Context({ message }: { message: UpMessage }) {
  return (
    <>
      <Questions items={message.upThought?.questions ?? []} />
      <Known context={message.upContext} />
    </>
  );
});

/** What the agent says for itself, and what it did not say. */
export function Evidence({ answer }: { answer: Answer }) {
  const { message } = answer.prompt;
  return (
    <>
      <Grounds message={message} />
      <Alternatives items={message.upThought?.alternatives ?? []} answer={answer} />
      <Context message={message} />
    </>
  );
}
