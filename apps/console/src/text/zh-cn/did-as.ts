import type { Messages } from '../messages.ts';

export const didAs: Messages['didAs']['didAs'] = (did, own) => `${did}（即“${own}”）`;
