import type { Agent } from '@countersign/api/agent';
import { agentsText } from '../../text/texts.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { type AgentForm, otherOrigins } from './agent-form-data.ts';

const words = agentsText.form;

/** Where the headers of an agent are sent besides its own origin, and whether the stored ones are kept. */
export function HeaderPlaces({
  agent,
  form,
  set,
}: {
  agent: Agent | null;
  form: AgentForm;
  set: (part: Partial<AgentForm>) => void;
}) {
  const isKept = agent !== null && (agent.headerNames.length > 0 || agent.secretLost === true);
  const hasHeaders = form.headers.trim() !== '' || (isKept && !form.dropHeaders);
  // A removed origin can be added again.
  const reported = agent?.headersAlsoTo ?? [];
  const others = hasHeaders ? [...new Set([...reported, ...otherOrigins(form)])] : [];
  return (
    <>
      {others.map((origin) => (
        <Checkbox
          checked={form.headersAlsoTo.includes(origin)}
          key={origin}
          label={words.headersAlsoTo(origin)}
          onChange={(checked) =>
            set({
              headersAlsoTo: checked
                ? [...form.headersAlsoTo, origin]
                : form.headersAlsoTo.filter((one) => one !== origin),
            })
          }
        />
      ))}
      {isKept && form.headers.trim() === '' ? (
        <Checkbox
          checked={form.dropHeaders}
          label={words.dropHeaders}
          onChange={(dropHeaders) => set({ dropHeaders })}
        />
      ) : null}
    </>
  );
}
