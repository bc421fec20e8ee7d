import { useState } from 'react';
import { flowText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { AgentAvatar } from '../../ui/avatar.tsx';
import { filled } from '../../ui/filled.ts';
import { foreignWords } from '../../ui/texts/foreign-words.tsx';
import type { FlowStep, FlowTask } from './flow.ts';
import { StatusIcon } from './status-icon.tsx';

const SHOWN = 8;
const SHOWN_STEPS = 40;

interface ChainProps {
  task: FlowTask;
  nameOf: (agentId: string) => string;
  onShow: (itemKey: string) => void;
  took: (from: number, to: number | null) => string;
}

/** One piece of work: who has it, and the chain of calls of each of its steps. */
export function Chain({ task, nameOf, onShow, took }: ChainProps) {
  const [whole, setWhole] = useState(false);
  const { itemKey } = task;
  const name = visibleText(task.name ?? text.whole);
  const steps = whole ? task.steps : task.steps.slice(-SHOWN_STEPS);
  return (
    <>
      <div className="flow-head row wraps-on-phone">
        <StatusIcon status={task.status} />
        <AgentAvatar name={nameOf(task.agentId)} />
        <b className="strong truncate" dir="auto" lang="" title={visibleText(nameOf(task.agentId))}>
          {visibleText(nameOf(task.agentId))}
        </b>
        {itemKey === null ? (
          <span className="truncate">{name}</span>
        ) : (
          <button
            className="link truncate target-height"
            onClick={() => onShow(itemKey)}
            type="button"
          >
            {name}
          </button>
        )}
        {task.from === null ? null : (
          <span className="muted nowrap desk-only">
            {filled(text.from, foreignWords(nameOf(task.from)))}
          </span>
        )}
        <span className="muted tabular nowrap">{took(task.startedAt, task.endedAt)}</span>
      </div>
      {steps.length < task.steps.length ? (
        <button className="link small flow-more" onClick={() => setWhole(true)} type="button">
          {text.more(task.steps.length - steps.length)}
        </button>
      ) : null}
      {steps.length === 0 ? null : (
        <ul className="flow-sections stack-close space-below">
          {steps.map((step) => (
            <Step key={step.key} onShow={onShow} step={step} took={took} />
          ))}
        </ul>
      )}
    </>
  );
}

function Step({ step, onShow, took }: { step: FlowStep } & Pick<ChainProps, 'onShow' | 'took'>) {
  const [whole, setWhole] = useState(false);
  const calls = whole ? step.calls : step.calls.slice(0, SHOWN);
  const hidden = step.calls.length - calls.length;
  return (
    <li className="row flow-step wraps-on-phone">
      {step.name === null ? (
        <span className="fine-print on-canvas flow-box row-close rigid nowrap framed flow-out muted">
          {text.outside}
        </span>
      ) : (
        <button
          className={
            step.wait === undefined
              ? 'fine-print on-canvas hovers flow-box row-close rigid nowrap framed'
              : 'fine-print on-canvas hovers flow-box row-close rigid nowrap framed flow-wait'
          }
          onClick={() => onShow(step.key)}
          title={step.wait === undefined ? undefined : text.wait}
          type="button"
        >
          <StatusIcon status={step.status} />
          <span className="truncate" dir="auto" lang="">
            {visibleText(step.name)}
          </span>
          <span className="muted tabular">{took(step.startedAt, step.endedAt)}</span>
        </button>
      )}
      {calls.length === 0 ? null : (
        <ol className="row-wrap flow-chain">
          {calls.map((call) => (
            <li className="row" key={call.key}>
              <button
                className="fine-print on-panel hovers flow-box row-close rigid nowrap framed flow-call"
                onClick={() => onShow(call.key)}
                type="button"
              >
                <StatusIcon status={call.status} />
                <code className="truncate" dir="auto" lang="">
                  {visibleText(call.name)}
                </code>
                <span className="muted tabular">{took(call.startedAt, call.endedAt)}</span>
              </button>
            </li>
          ))}
          {hidden > 0 ? (
            <li>
              <button className="link small nowrap" onClick={() => setWhole(true)} type="button">
                {text.more(hidden)}
              </button>
            </li>
          ) : null}
        </ol>
      )}
    </li>
  );
}
