import { savePlace } from '../store/meta.ts';
import { operation } from './operation.ts';

/** Notes where the store is acted on: a copy of it finds out that it is elsewhere. */
export const notePlace = operation<{ place: string }, null>(
  'notePlace',
  async (transaction, { place }) => {
    await savePlace(transaction, place);
    return null;
  },
);
