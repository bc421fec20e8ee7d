import { conditionPhrases, inboxText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Field } from '../../ui/field.tsx';
import { useTyped } from '../../ui/hooks/use-typed.ts';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { takesNoValue } from '../rules/rule-value.ts';
import { readTest } from './condition-filter.ts';
import type { QueueFilter } from './queue-filter.ts';

const tests = Object.entries(conditionPhrases).map(([value, label]) => ({ value, label }));
const isTest = (value: string): value is keyof typeof conditionPhrases =>
  Object.hasOwn(conditionPhrases, value);

interface ConditionFieldsProps {
  filter: QueueFilter;
  onFilter: (filter: QueueFilter) => void;
}

/** One condition on the whole message, as rules have them: a place, a test, a value. */
export function ConditionFields({ filter, onFilter }: ConditionFieldsProps) {
  const { place, test = 'present', value = '', ...rest } = filter;
  const read = readTest(filter);
  const error = read?.ok === false ? read.fault : undefined;
  const put = (typed: string, is: typeof test, against: string) =>
    onFilter(
      typed === ''
        ? rest
        : {
            ...rest,
            place: typed,
            ...(is === 'present' ? {} : { test: is }),
            ...(takesNoValue(is) || against === '' ? {} : { value: against }),
          },
    );
  const places = useTyped(place ?? '', (typed) => put(typed, test, value));
  const values = useTyped(value, (against) => put(place ?? '', test, against));
  return (
    <>
      <Field label={text.place} error={error}>
        {(ids) => (
          <Input
            {...ids}
            autoCapitalize="none"
            autoComplete="off"
            className="input mono"
            placeholder={text.placeHint}
            spellCheck={false}
            {...places}
          />
        )}
      </Field>
      {place !== undefined && (
        <Field label={text.placeTest}>
          {(ids) => (
            <Select
              {...ids}
              onChange={(is) => isTest(is) && put(place, is, value)}
              options={tests}
              value={test}
            />
          )}
        </Field>
      )}
      {place !== undefined && !takesNoValue(test) && (
        <Field label={text.placeValue}>
          {(ids) => (
            <Input
              {...ids}
              autoComplete="off"
              className="input mono"
              spellCheck={false}
              {...values}
            />
          )}
        </Field>
      )}
    </>
  );
}

/** The condition as text; empty while it is invalid. */
export function testLabels(filter: QueueFilter): string | undefined {
  const read = readTest(filter);
  if (!read?.ok) return undefined;
  const { path, is } = read.condition;
  const words = [path, conditionPhrases[is], takesNoValue(is) ? undefined : filter.value];
  return visibleText(words.filter((word) => word !== undefined).join(' '));
}
