import type { Service } from '../model/service.ts';
import type { AgentProfile } from '../profile/agent-profile.ts';

export const searchFields = ['name', 'skills', 'tags', 'examples', 'description', 'owner'] as const;
export type SearchField = (typeof searchFields)[number];

/** The texts of a service that are searched. */
export type SearchTexts = Record<SearchField, string>;

/** How much more a term counts in a field. */
export const fieldBoost: Partial<Record<SearchField, number>> = { name: 3, skills: 2, tags: 2 };

/** The longest text of a field, in characters: a card with a book in it must not slow down the search of others. */
const maxChars = 8_000;

const lines = (texts: readonly string[]): string =>
  texts
    .filter((text) => text !== '')
    .join('\n')
    .slice(0, maxChars);

export function searchTexts(
  service: Pick<Service, 'name' | 'tags' | 'agent_protocol'>,
  profile: AgentProfile,
): SearchTexts {
  const { skills } = profile;
  const names = service.name === profile.name ? [service.name] : [service.name, profile.name];
  return {
    name: lines(names),
    skills: lines(skills.flatMap(({ name, description }) => [name, description])),
    tags: lines([...(service.tags ?? []), ...skills.flatMap(({ tags }) => tags)]),
    examples: lines(skills.flatMap(({ examples }) => examples)),
    description: lines([profile.description]),
    owner: lines([profile.owner?.name ?? '', service.agent_protocol]),
  };
}

/** The whole of it, for a vector: what an embedder gets. */
export const embeddedText = (texts: SearchTexts): string =>
  lines([texts.skills, texts.tags, texts.examples, texts.name, texts.description]);
