export interface NewRuleSearch {
  /** The prompt that the rule is made from. */
  from?: string;
}

/** The members of the address of a new rule; anything else is dropped. */
export function parseNewRuleSearch(search: Record<string, unknown>): NewRuleSearch {
  const { from } = search;
  return typeof from === 'string' && from !== '' ? { from: from.slice(0, 400) } : {};
}
