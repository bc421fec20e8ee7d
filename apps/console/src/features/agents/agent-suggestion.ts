import type { AgentSuggestion } from '@countersign/api/agent-test';
import { type AgentForm, fullUrl } from './agent-form-data.ts';

/** What earlier suggestions have filled in, as they filled it. */
export type FilledIn = Pick<AgentForm, 'name' | 'description'>;

export type SuggestedPart = Partial<Pick<AgentForm, 'url' | 'protocol' | 'name' | 'description'>>;

/**
 * What a suggestion changes in the form; empty = nothing. The address and its protocol are what the operator chooses by using
 * it. A name and a description are filled in only where the operator has not written one.
 */
export function suggestedPart(
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
