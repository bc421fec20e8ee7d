import { type Agent, createAgent } from '@countersign/agent/agent';
import type { CrewConfig } from '../config.ts';
import { readPool } from '../freelancers/pool.ts';
import { createModelProposer } from './propose-by-model.ts';
import { createPool } from './rank.ts';
import { recommend } from './recommend.ts';

/** The Freelancer Recommender as an agent. */
export function createRecommender(config: Pick<CrewConfig, 'tokenDelayMs' | 'model'>): Agent {
  const pool = createPool(readPool());
  const model = config.model === null ? null : createModelProposer(config.model);
  return createAgent({
    id: 'recommender',
    name: 'Freelancer Recommender',
    description:
      'Finds and ranks freelancers by skills, rate, journey and start, out of a pool of 320.',
    run: (context) => recommend(context, { pool, model, tokenDelayMs: config.tokenDelayMs }),
  });
}
