import type { PromptRow } from '@countersign/api/prompt-row';
import { useQueueValues } from '../../live/prompts/queue-counts.ts';
import { useRoute } from '../../live/use-route.ts';
import { knownOrigin, originOptions } from '../../text/known-origins.ts';
import {
  commonText,
  originLabels,
  readyViewText,
  severityLabels,
  inboxText as text,
  turnFilterText,
} from '../../text/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { useTyped } from '../../ui/hooks/use-typed.ts';
import { Input } from '../../ui/input.tsx';
import { Select, type SelectOption } from '../../ui/select.tsx';
import { ConditionFields, testLabels } from './condition-fields.tsx';
import { isFiltered, type QueueFilter } from './queue-filter.ts';

type Choice =
  | 'agent'
  | 'task'
  | 'kind'
  | 'severity'
  | 'turn'
  | 'origin'
  | 'due'
  | 'snoozed'
  | 'show';

const optionsOf = (words: Readonly<Record<string, string>>): SelectOption[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

const kinds = { blocking: text.blocking, followup: text.followups };

/** The values of the open prompts, and the chosen value if none of them has it. */
function named(
  prompts: readonly PromptRow[],
  read: (prompt: PromptRow) => readonly [string, string] | null,
  {
    chosen,
    reported,
  }: { chosen: string | undefined; reported: readonly (readonly [string, string])[] },
): SelectOption[] {
  const open = prompts.filter((prompt) => prompt.state === 'open');
  const here = open.flatMap((prompt) => {
    const name = read(prompt);
    return name === null ? [] : [name];
  });
  const names = new Map([...reported, ...here]);
  if (chosen !== undefined && !names.has(chosen)) names.set(chosen, chosen);
  return [...names]
    .map(([value, label]) => ({ value, label }))
    .toSorted((left, right) => left.label.localeCompare(right.label));
}

const taskOf = ({ taskId, taskTitle }: PromptRow): readonly [string, string] | null =>
  taskId === null ? null : [taskId, taskTitle ?? taskId];

/** The filter with one member changed; an empty value removes it. */
export function withMember(
  filter: QueueFilter,
  name: keyof QueueFilter,
  value: string,
): QueueFilter {
  const { [name]: _before, ...rest } = filter;
  return value === '' ? rest : { ...rest, [name]: value };
}

interface FilterFieldsProps {
  prompts: readonly PromptRow[];
  /** Not every open prompt is among them. */
  isPartial: boolean;
  filter: QueueFilter;
  grouped: boolean;
  onFilter: (filter: QueueFilter) => void;
  onGrouped: (grouped: boolean) => void;
}

/** All filters of the queue. They are kept in the address. */
export function FilterFields(props: FilterFieldsProps) {
  const { prompts, filter, grouped, onFilter, onGrouped } = props;
  const values = useQueueValues(props.isPartial);
  const words = useTyped(filter.q ?? '', (typed) => onFilter(withMember(filter, 'q', typed)));
  const { data: protocols } = useRoute('GET /api/protocols', {});
  const described = protocols?.items.flatMap(({ origins }) => origins) ?? [];
  const choices: readonly [Choice, string, string, SelectOption[]][] = [
    [
      'agent',
      text.agent,
      text.everyAgent,
      named(prompts, (prompt) => [prompt.agentId, prompt.agentName], {
        chosen: filter.agent,
        reported: (values?.agents ?? []).map(({ id, name }) => [id, name]),
      }),
    ],
    [
      'task',
      text.task,
      text.everyTask,
      named(prompts, taskOf, {
        chosen: filter.task,
        reported: (values?.tasks ?? []).map(({ id, title }) => [id, title]),
      }),
    ],
    ['kind', text.kind, text.everyKind, optionsOf(kinds)],
    ['severity', text.severity, text.everySeverity, optionsOf(severityLabels).toReversed()],
    ['turn', text.turn, text.everyTurn, optionsOf(turnFilterText)],
    [
      'origin',
      text.origin,
      text.everyOrigin,
      originOptions(originLabels, { described, chosen: filter.origin }),
    ],
    ['due', text.due, text.everyDue, [{ value: 'hour', label: readyViewText.due }]],
    ['snoozed', text.snoozed, text.notSnoozed, [{ value: 'only', label: text.onlySnoozed }]],
    [
      'show',
      text.show,
      text.showOpen,
      optionsOf({ answered: readyViewText.answered, unseen: readyViewText.unseen }),
    ],
  ];
  return (
    <div className="queue-filter stack-wide">
      <Field label={text.find}>
        {(ids) => <Input {...ids} type="search" placeholder={text.findHint} {...words} />}
      </Field>
      {choices.map(([name, label, every, options]) => (
        <Field key={name} label={label}>
          {(ids) => (
            <Select
              {...ids}
              value={filter[name] ?? ''}
              placeholder={every}
              options={options}
              onChange={(value) => onFilter(withMember(filter, name, value))}
            />
          )}
        </Field>
      ))}
      <ConditionFields filter={filter} onFilter={onFilter} />
      <div className="row spread">
        <Checkbox checked={grouped} onChange={onGrouped} label={text.groupEqual} />
        <Button small disabled={!isFiltered(filter)} onClick={() => onFilter({})}>
          {text.clearFilters}
        </Button>
      </div>
    </div>
  );
}

function originWord(name: string): string {
  const known = knownOrigin(name);
  return known === null ? name : originLabels[known];
}

/** The filter as text, for the head of the queue and for an empty result. */
export function filterLabels(filter: QueueFilter, prompts: readonly PromptRow[]): string {
  const agent = prompts.find((prompt) => prompt.agentId === filter.agent);
  const task = prompts.find((prompt) => prompt.taskId === filter.task);
  const words = [
    filter.turn && turnFilterText[filter.turn],
    filter.kind && kinds[filter.kind],
    filter.severity && severityLabels[filter.severity],
    filter.agent && (agent?.agentName ?? filter.agent),
    filter.task && (task?.taskTitle ?? text.oneTask),
    filter.origin && originWord(filter.origin),
    filter.class && text.sameClass,
    filter.due && readyViewText.due,
    filter.snoozed && text.snoozed,
    filter.show && readyViewText[filter.show],
    testLabels(filter),
    filter.q && `“${filter.q}”`,
  ];
  return commonText.inRow(words.filter((word): word is string => !!word));
}
