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

  'memory.too-many': 'are too many: at most {limit}',
  'memory.tags': 'must be at most {limit} texts',

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

  'memory.question-changed': 'one of the two memories has changed since the question was asked',
  'memory.question-content': 'the merged content cannot be read',

  'memory.use-many': 'was used by {count:agent|agents}',
  'memory.use-never': 'has not been used for {days:day|days}',
  'memory.use-wrong': 'was marked as wrong more often than as right',
  'memory.kept': 'is worth sharing',
  'memory.dropped-status': 'is not active',
  'memory.dropped-validity': 'is no longer valid',
  'memory.dropped-importance': 'is not important enough',
  'memory.dropped-type': 'is of a type that is not shared',
  'memory.dropped-result': 'did not succeed',
  'memory.dropped-empty': 'says nothing without what was removed',
  'memory.dropped-residue': 'still contains what the rule {rule} finds',
  'memory.dropped-key': 'removed with all that is in it, by the rule {rule}',
  'memory.masked': 'masked by the rule {rule}',
  'memory.generalised': 'a value of the type {type} belongs here',
  'memory.not-shared': 'has no place in what is shared',
  'memory.mapped': 'became {name}',

  'memory.use-over': 'is no longer valid',
});
