import { gatewayText } from '../../text/registry.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import type { PolicyForm } from './policy-form.ts';

const words = gatewayText.form;

interface LimitFieldsProps {
  /** Agents of this server that a policy can name. */
  agents: readonly { id: string; name: string }[];
  form: PolicyForm;
  fault: string | null;
  leave: () => void;
  set: (part: Partial<PolicyForm>) => void;
}

const maskOptions = (['', 'always', 'never'] as const).map((value) => ({
  value,
  label: words.maskOf[value],
}));

/** How often a service may be called, what is masked, and as which agent it is called. */
export function LimitFields({ agents, form, fault, leave, set }: LimitFieldsProps) {
  return (
    <div className="halves">
      <Field error={fault} help={words.rateHelp} label={words.rate} required>
        {(ids) => (
          <Input
            {...ids}
            inputMode="numeric"
            onBlur={leave}
            onChange={({ target }) => set({ callsPerMinute: target.value })}
            value={form.callsPerMinute}
          />
        )}
      </Field>
      <Field help={words.maskHelp} label={words.mask}>
        {(ids) => (
          <Select
            {...ids}
            onChange={(mask) =>
              set({ mask: maskOptions.find(({ value }) => value === mask)?.value ?? '' })
            }
            options={maskOptions}
            value={form.mask}
          />
        )}
      </Field>
      <Field help={words.agentHelp} label={words.agent}>
        {(ids) => (
          <Select
            {...ids}
            onChange={(agent) => set({ agent })}
            options={[{ value: '', label: words.agentNone }, ...agentOptions(agents, form.agent)]}
            value={form.agent}
          />
        )}
      </Field>
    </div>
  );
}

/** The agents, and the one that is set although it is not known any more. */
function agentOptions(agents: LimitFieldsProps['agents'], set: string) {
  const known = agents.map(({ id, name }) => ({ value: id, label: visibleText(name) }));
  return set === '' || known.some(({ value }) => value === set)
    ? known
    : [...known, { value: set, label: visibleText(set) }];
}
