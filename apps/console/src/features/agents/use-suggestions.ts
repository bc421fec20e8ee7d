import type { AgentSuggestion } from '@countersign/api/agents/agent-test';
import { useState } from 'react';
import { agentsText, commonText } from '../../text/texts.ts';
import { type AgentForm, fullUrl } from './agent-form-data.ts';
import type { AgentFormState } from './use-agent-form.ts';

/** What earlier suggestions have filled in, as they filled it. */
type FilledIn = Pick<AgentForm, 'name' | 'description'>;

type SuggestedPart = Partial<Pick<AgentForm, 'url' | 'protocol' | 'name' | 'description'>>;

/**
 * What a suggestion changes in the form; empty = nothing. The address and its protocol are what the operator chooses by using
 * it. A name and a description are filled in only where the operator has not written one.
 */
function suggestedPart(
  form: AgentForm,
  filledIn: FilledIn,
  { url, protocol, name = '', description = '' }: AgentSuggestion,
): SuggestedPart {
  const takes = (field: keyof FilledIn, value: string) =>
    value !== '' &&
    value !== form[field] &&
    (form[field].trim() === '' || form[field] === filledIn[field]);
  return {
    ...(isSameUrl(fullUrl(form.url), url) ? {} : { url }),
    ...(form.protocol === protocol ? {} : { protocol }),
    ...(takes('name', name) ? { name } : {}),
    ...(takes('description', description) ? { description } : {}),
  };
}

const isSameUrl = (one: string, other: string): boolean =>
  URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href;

const words = agentsText.form;
const fields = ['url', 'protocol', 'name', 'description'] as const;

/** Fills a form with what a test has found. */
export interface Suggestions {
  /** What using it would change; empty = nothing. */
  part: (suggestion: AgentSuggestion) => SuggestedPart;
  /** Fills it in; returns what was filled in, as text. */
  use: (suggestion: AgentSuggestion) => string;
}

export function useSuggestions({
  form,
  set,
  setName,
}: Pick<AgentFormState, 'form' | 'set' | 'setName'>): Suggestions {
  const [filledIn, setFilledIn] = useState<FilledIn>({ name: '', description: '' });
  const part: Suggestions['part'] = (suggestion) => suggestedPart(form, filledIn, suggestion);
  return {
    part,
    use(suggestion) {
      const { name, ...rest } = part(suggestion);
      const filled = { ...rest, ...(name === undefined ? {} : { name }) };
      set(rest);
      if (name !== undefined) setName(name);
      setFilledIn((before) => ({
        name: name ?? before.name,
        description: rest.description ?? before.description,
      }));
      const labels = fields.flatMap((field) => (field in filled ? [words[field]] : []));
      return agentsText.trial.filled(commonText.inRow(labels));
    },
  };
}
