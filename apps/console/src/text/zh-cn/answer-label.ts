import type { Messages } from '../messages.ts';

export const withOwnLabel: Messages['withOwnLabel']['withOwnLabel'] = (did, own) =>
  `${did}（即“${own}”）`;
