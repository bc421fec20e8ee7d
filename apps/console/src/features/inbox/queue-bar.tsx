import type { Prompt } from '@countersign/api/prompt';
import { ArrowUp, ListFilter } from 'lucide-react';
import { useEffect, useState } from 'react';
import { inboxText as text } from '../../text/inbox.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Input } from '../../ui/input.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Select } from '../../ui/select.tsx';
import type { QueueFilter } from './queue-order.ts';
import type { Queue } from './use-queue.ts';

const ANNOUNCE_AFTER_MS = 1_500;

/** Tells a screen reader how many wait, once they stop coming; never row by row. */
function Announcer({ waiting }: { waiting: readonly Prompt[] }) {
  const [said, setSaid] = useState('');
  const blocking = waiting.filter((prompt) => prompt.blocking).length;
  useEffect(() => {
    const words = waiting.length === 0 ? '' : text.announceNew(waiting.length, blocking);
    const timer = setTimeout(() => setSaid(words), ANNOUNCE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [waiting.length, blocking]);
  return (
    <span className="sr" role="status">
      {said}
    </span>
  );
}

export const isFiltered = (filter: QueueFilter): boolean =>
  filter.q !== undefined || filter.agent !== undefined || filter.kind !== undefined;

interface QueueBarProps {
  queue: Queue;
  prompts: readonly Prompt[];
  filter: QueueFilter;
  onFilter: (filter: QueueFilter) => void;
}

function FilterFields({ prompts, filter, onFilter }: Omit<QueueBarProps, 'queue'>) {
  const agents = new Map(prompts.map((prompt) => [prompt.agentId, prompt.agentName]));
  if (filter.agent !== undefined && !agents.has(filter.agent))
    agents.set(filter.agent, filter.agent);
  const { q: _q, ...noText } = filter;
  const { agent: _agent, ...noAgent } = filter;
  const { kind: _kind, ...noKind } = filter;
  return (
    <div className="q-filter">
      <Field label={text.find}>
        {(ids) => (
          <Input
            {...ids}
            type="search"
            placeholder={text.findHint}
            value={filter.q ?? ''}
            onChange={({ target }) =>
              onFilter(target.value === '' ? noText : { ...filter, q: target.value })
            }
          />
        )}
      </Field>
      <Field label={text.agent}>
        {(ids) => (
          <Select
            {...ids}
            value={filter.agent ?? ''}
            placeholder={text.everyAgent}
            options={[...agents].map(([value, label]) => ({ value, label }))}
            onChange={(agent) => onFilter(agent === '' ? noAgent : { ...filter, agent })}
          />
        )}
      </Field>
      <Field label={text.kind}>
        {(ids) => (
          <Select
            {...ids}
            value={filter.kind ?? ''}
            placeholder={text.everyKind}
            options={[
              { value: 'blocking', label: text.blocking },
              { value: 'followup', label: text.followups },
            ]}
            onChange={(kind) =>
              onFilter(kind === 'blocking' || kind === 'followup' ? { ...filter, kind } : noKind)
            }
          />
        )}
      </Field>
      <Button small disabled={!isFiltered(filter)} onClick={() => onFilter({})}>
        {text.clearFilters}
      </Button>
    </div>
  );
}

/** Over the rows: what is shown, the slot where arrivals wait, and the filter. */
export function QueueBar({ queue, prompts, filter, onFilter }: QueueBarProps) {
  const blocking = queue.waiting.filter((prompt) => prompt.blocking).length;
  const words = [
    filter.kind && (filter.kind === 'blocking' ? text.blocking : text.followups),
    filter.agent && prompts.find((prompt) => prompt.agentId === filter.agent)?.agentName,
    filter.q && `“${filter.q}”`,
  ].filter(Boolean);
  return (
    <div className="q-bar">
      <b className="b cut">{words.length === 0 ? text.allOpen : words.join(', ')}</b>
      {queue.waiting.length > 0 ? (
        <button type="button" className="q-new" onClick={queue.admit}>
          <Icon of={ArrowUp} small />
          {text.newPill(queue.waiting.length, blocking)}
        </button>
      ) : (
        queue.done > 0 && (
          <button type="button" className="q-new q-quiet" onClick={queue.admit}>
            {text.clearDone(queue.done)}
          </button>
        )
      )}
      <Announcer waiting={queue.waiting} />
      <span className="grow" />
      <Popover
        label={text.filterBy}
        trigger={
          <Button
            variant="ghost"
            icon={ListFilter}
            {...(words.length > 0 ? { className: 'is-active' } : {})}
          >
            {text.filter}
          </Button>
        }
      >
        <FilterFields prompts={prompts} filter={filter} onFilter={onFilter} />
      </Popover>
    </div>
  );
}
