import { statementsOf } from '@countersign/json/statement';

/** What is wrong with a memory or a piece of knowledge, why something was found, and what a step did. */
export const say = statementsOf({
  'memory.shape': 'has the wrong type: {detail}',
  'memory.missing': 'is required',
  'memory.too-large': 'is too large: at most {limit:character|characters}',
  'memory.too-deep': 'has too many levels: at most {limit}',
  'memory.name': 'has a member with a forbidden name',
  'memory.id': 'is not an id: 1 to {limit} characters, none of them a control character',
  'memory.time': 'is not a time such as 2025-09-23T03:37:55',
  'memory.type': 'must be one of {names:, | or }',
  'memory.version': 'is of version {version}, which is not known here',

  'memory.no-approval': 'needs the approval of a person, or of a rule that ends',
  'memory.rule-ended': 'the rule {rule} has ended',
  'memory.not-active': 'is not active',
  'memory.one-layer': 'moves up one layer at a time',
  'memory.same-layer': 'is in this layer already',

  'memory.found-id': 'has this id',
  'memory.found-attribute': '{name} is {value}',
  'memory.found-phrase': 'has these words in this order',
  'memory.found-words': 'has all of these words',
  'memory.found-alike': 'has {percent}% of what the query says',
  'memory.found-spelled': 'is spelled alike',
  'memory.found-meant': 'means something alike, by the model {model}',
  'memory.found-window': 'happened in this time',
  'memory.found-before': '{count:place|places} before it in time',
  'memory.found-after': '{count:place|places} after it in time',
  'memory.found-linked': 'reached by {count:link|links}: {kinds:, |, }',

  'memory.use-many': 'was used by {count:agent|agents}',
  'memory.use-never': 'has not been used for {days:day|days}',
  'memory.use-wrong': 'was marked as wrong more often than as right',
  'memory.use-over': 'is no longer valid',
});
