import { statementsOf } from '@countersign/json/statement';

/** The English texts of why a signifier has its place in the ranking, by code. */
export const selectStatements = {
  'select.ability': 'needs an ability that the agent does not have: {names:, | and }',
  'select.policy': 'is not allowed to this agent: {rule}',
  'select.services': 'it may use {names:, | and }',
  'select.no-services': 'it may use no service',
  'select.unhealthy': 'belongs to a service that does not answer',
  'select.drifted': 'has changed and was not approved again',
  'select.shape': 'does not have the shape of a signifier: {detail}',
  'select.pinned': 'is pinned by an operator',
  'select.hidden': 'is hidden by an operator',
  'select.example': 'the context is like the example “{phrase}”',
  'select.words': 'has words of the context: {words:, | and }',
  'select.meaning': 'has words near to those of the context: {pairs:, | and }',
  'select.near': '“{word}” is near “{found}”',
  'select.model': 'is relevant in the judgement of {model}',
  'select.model-not': 'is not relevant in the judgement of {model}',
  'select.far': 'others are nearer to the context',
  'select.nothing': 'nothing in it is near to the context',
  'select.no-context': 'the agent has no context to compare with',
} as const;

/** Why a signifier has its place in the ranking. */
export const say = statementsOf(selectStatements);
