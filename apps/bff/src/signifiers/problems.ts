import { say } from '@countersign/api/statements';
import { ProblemError } from '../http/problem.ts';

export const unknownEntry = (id: string): ProblemError =>
  new ProblemError('not-found', say('environment.unknown', { id }));

export const full = (): ProblemError => new ProblemError('too-large', say('environment.full'));
