import { statementsOf } from '@countersign/json/statement';

/** What is wrong with a registration, a route or a search: the English texts by code. The console has the same codes in each of its languages. */
export const uapStatements = {
  'uap.shape': 'has the wrong type: {detail}',
  'uap.missing': 'is required',
  'uap.too-long': 'is too long: at most {limit:character|characters}',
  'uap.too-many': 'has too many entries: at most {limit}',
  'uap.range': 'must be a whole number from {min} to {max}',
  'uap.one-of': 'must be one of {names:, | or }',
  'uap.empty-or-one-of': 'must be empty or one of {names:, | or }',
  'uap.host': 'must be an IP address, but not an unspecified one, or a domain with a dot',
  'uap.duration': 'must be a duration above zero such as 15s, 2m or 1m30s',
  'uap.order': 'must be longer than {name}',
  'uap.path': 'must be a path that begins with /',
  'uap.url': 'must be an http or https URL',
  'uap.list': 'must be a list',
  'uap.info': 'must have the member {name}, an object',
  'uap.info-needed': 'is required for an agent, unless agent_info_url is given',
  'uap.info-size': 'is too large: at most {limit:character|characters} as JSON',
  'uap.secret': 'must not be sent: everyone who can read the registry would see it',
  'uap.not-fetched': 'could not be fetched: {reason}',
  'uap.unknown': 'is not known here',
  'uap.empty-query': 'contains nothing to search for',
} as const;

export const say = statementsOf(uapStatements);
