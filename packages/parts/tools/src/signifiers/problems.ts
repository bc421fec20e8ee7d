import { say } from '@countersign/api/statements';
import { ProblemError } from '@countersign/server/http/problem';
import { registrantShare } from './room.ts';

export const unknownEntry = (id: string): ProblemError =>
  new ProblemError('not-found', say('environment.unknown', { id }));

export const noShare = (): ProblemError =>
  new ProblemError('registry-full', say('environment.share', registrantShare));

export const full = (): ProblemError => new ProblemError('too-large', say('environment.full'));
