import type { AgentSuggestion } from '@countersign/api/agent-test';
import { useState } from 'react';
import { agentsText } from '../../text/agents.ts';
import { commonText } from '../../text/common.ts';
import { type FilledIn, type SuggestedPart, suggestedPart } from './agent-suggestion.ts';
import type { AgentFormState } from './use-agent-form.ts';

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
