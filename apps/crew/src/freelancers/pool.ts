import { readFileSync } from 'node:fs';
import { type Freelancer, freelancerSchema } from './freelancer.ts';

/** Reads the pool from its file; throws if the file does not have the format of `generate.ts`. */
export function readPool(): Freelancer[] {
  return readFileSync(new URL('./freelancers.jsonl', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => freelancerSchema.parse(JSON.parse(line)));
}
