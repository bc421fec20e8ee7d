import type { EnvironmentStep } from '@countersign/api/affordance-call';
import {
  CircleHelp,
  Crosshair,
  List,
  type LucideIcon,
  MessageSquareText,
  PackageCheck,
  Send,
  Stamp,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { affordancesText } from '../../text/affordances.ts';
import { askLang, askText } from '../../text/statements/asked-words.ts';
import { commonText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { Time } from '../../ui/time.tsx';
import './affordances.css';

const text = affordancesText.trail;
const icons: Readonly<Record<EnvironmentStep['kind'], LucideIcon>> = {
  context: MessageSquareText,
  selection: Crosshair,
  exposure: List,
  call: Send,
  question: CircleHelp,
  approval: Stamp,
  result: PackageCheck,
};

interface TrailStepsProps {
  steps: readonly EnvironmentStep[];
  /** The index of the step that is shown. */
  at: number;
  onMove: (at: number) => void;
  /** The name of an agent, by its id. */
  nameOf: (id: string) => string;
}

/** The steps of a trail, oldest first; the one that is shown is kept in view. */
export function TrailSteps({ steps, at, onMove, nameOf }: TrailStepsProps) {
  const shown = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step is shown by the same element
  useEffect(() => {
    // It may return a promise, which is no cleanup.
    void shown.current?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <ol aria-label={text.steps} className="tight-above">
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the trail
        <li key={index}>
          <button
            aria-current={index === at ? 'step' : undefined}
            className="full-width rounded stack affordance-row hovers"
            onClick={() => onMove(index)}
            ref={index === at ? shown : undefined}
            type="button"
          >
            <span className="row-wrap">
              <Icon of={icons[step.kind]} />
              <b className="strong">{text.kinds[step.kind]}</b>
              <span className="small muted">
                {step.by === '' ? null : `${visibleText(nameOf(step.by))} · `}
                <Time as="exact" at={step.at} />
              </span>
            </span>
            <span
              className="small breakable line-clamp"
              {...(isOurs(step) ? {} : { dir: 'auto', lang: '' })}
            >
              {summaryOf(step)}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

/** Whether the summary of a step is a sentence of the console, and not in words of an agent. */
function isOurs(step: EnvironmentStep): boolean {
  if (step.kind === 'context') return step.context === '';
  if (step.kind === 'question') return askLang({ ...step, ask: step.asked }) === undefined;
  return step.kind === 'selection' || (step.kind === 'exposure' && step.tools.length === 0);
}

function summaryOf(step: EnvironmentStep): string {
  switch (step.kind) {
    case 'context':
      return visibleText(step.context) || text.noContext;
    case 'selection': {
      const { recommended, other, blocked } = step.counts;
      return text.counts(recommended, other, blocked);
    }
    case 'exposure':
      return step.tools.length === 0 ? text.noTools : commonText.inRow(step.tools.map(visibleText));
    case 'call':
      return visibleText(step.label);
    case 'question':
      return visibleText(askText({ ...step, ask: step.asked }));
    case 'approval':
      return commonText.pair(visibleText(step.label), text.decisions[step.decision]);
    case 'result':
      return commonText.pair(visibleText(step.label), affordancesText.call.states[step.state]);
  }
}
