import type { Messages } from '../messages.ts';

export const guideSections: Messages['guide']['guideSections'] = {
  'when-the-store-is-damaged': '存储损坏时',
};
