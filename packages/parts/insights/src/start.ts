import { deskExtensions } from '@countersign/part-desk/desk-extension';
import type { PartKernel, StartedPart } from '@countersign/server/part';
import { noteOpening } from './opening-operation.ts';
import { createOpenings } from './openings.ts';
import { registerInsights } from './routes.ts';

export function prepareInsights(kernel: PartKernel) {
  const { clock, journal, report } = kernel;
  const openings = createOpenings(clock, (opening) => {
    journal
      .commit(noteOpening, opening)
      .catch((error) => report('How long a question was on screen could not be kept.', error));
  });
  // Openings of this server's own tabs: each server keeps those.
  deskExtensions.add(kernel, { ownTabs: openings });

  return async (): Promise<StartedPart<object>> => ({
    gives: {},
    close: openings.close,
    routes: (app) => registerInsights(app, kernel),
  });
}
