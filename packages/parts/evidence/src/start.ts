import type { PartKernel, StartedPart } from '@countersign/server/part';
import { registerEvidence } from './routes.ts';

export function prepareEvidence(kernel: PartKernel) {
  return async (): Promise<StartedPart<object>> => ({
    gives: {},
    routes: (app) => registerEvidence(app, kernel),
  });
}
