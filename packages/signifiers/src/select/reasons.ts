import { statementsOf } from '@countersign/json/statement';

/** The English texts of why a signifier has its place in the ranking, by code. */
export const selectStatements = {
  'select.ability': 'needs an ability that the agent does not have: {names:, | and }',
  'select.policy': 'is not allowed for this agent: {rule}',
  'select.services': 'it may use {names:, | and }',
  'select.no-services': 'it may use no service',
  'select.unhealthy': 'belongs to a service that does not answer',
  'select.drifted': 'has changed and was not approved again',
  'select.shape': 'does not have the shape of a signifier: {detail}',
  'select.pinned': 'is pinned by an operator',
  'select.hidden': 'is hidden by an operator',
  'select.example': 'the context is like the example “{phrase}”',
  'select.words': 'has words of the context: {words:, | and }',
  'select.meaning': 'has words similar to those of the context: {pairs:, | and }',
  'select.near': '“{word}” is similar to “{found}”',
  'select.model': 'is relevant according to {model}',
  'select.model-not': 'is not relevant according to {model}',
  'select.far': 'others fit the context better',
  'select.nothing': 'nothing in it fits the context',
  'select.no-context': 'the agent has no context to compare with',
} as const;

/** Why a signifier has its place in the ranking. */
export const say = statementsOf(selectStatements);
