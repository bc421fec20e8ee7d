import { clsx } from 'clsx';
import { Bot, Code, Play, SquareTerminal } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { firstMinuteText as text } from '../../text/texts.ts';
import { Icon } from '../../ui/icon.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { useKeys } from '../../ui/keys/keys.tsx';
import './first-minute.css';

/** How an agent can ask here. */
export type Source = 'editor' | 'code' | 'agent' | 'demo';

const ways: readonly (readonly [Source, typeof Bot])[] = [
  ['editor', SquareTerminal],
  ['code', Code],
  ['agent', Bot],
  ['demo', Play],
];

interface FirstMinuteProps {
  /** What to do on each way, in order. */
  steps: Readonly<Record<Source, ReactNode>>;
  /** Instead of the steps, for operators who can do none of them. */
  instead: ReactNode;
  /** Where more is written. */
  readOn: ReactNode;
}

/** One question, and what follows from its answer: how the first question of an agent gets here. */
export function FirstMinute({ steps, instead, readOn }: FirstMinuteProps) {
  const [chosen, setChosen] = useState<Source>('editor');
  const stepsRef = useRef<HTMLOListElement>(null);
  const choose = (way: Source) => {
    setChosen(way);
    // Where both do not fit on the screen, the choice would seem to do nothing.
    requestAnimationFrame(() => stepsRef.current?.scrollIntoView({ block: 'nearest' }));
  };
  useKeys({
    id: 'first-minute',
    name: text.label,
    bindings:
      instead === null
        ? ways.map(([way], at) => ({
            keys: String(at + 1),
            label: text.ways[way][0],
            run: () => choose(way),
          }))
        : [],
  });
  return (
    <section aria-label={text.label} className="decision scrolls full-height first">
      <header className="first-choice column">
        <h2>{text.title}</h2>
        <p className="muted">{text.lead}</p>
        {instead ?? (
          <fieldset aria-label={text.title} className="unframed column first-ways">
            {ways.map(([way, icon], at) => (
              <button
                aria-pressed={way === chosen}
                className={clsx('row rounded first-way', way === chosen && 'is-chosen')}
                key={way}
                onClick={() => choose(way)}
                type="button"
              >
                <Icon of={icon} />
                <span className="grow column">
                  <b className="strong">{text.ways[way][0]}</b>
                  <span className="small muted">{text.ways[way][1]}</span>
                </span>
                <Kbd keys={String(at + 1)} />
              </button>
            ))}
          </fieldset>
        )}
        <p className="small">{readOn}</p>
      </header>
      {instead === null
        ? ways.map(([way]) => (
            // Those of the others stay: a token that was made is shown this once.
            <ol
              aria-label={text.ways[way][0]}
              className="first-steps"
              hidden={way !== chosen}
              key={way}
              ref={way === chosen ? stepsRef : undefined}
            >
              {steps[way]}
            </ol>
          ))
        : null}
    </section>
  );
}

/** One step of a way. */
export function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="stack first-step">
      <h3>{title}</h3>
      {children}
    </li>
  );
}
