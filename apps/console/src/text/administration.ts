import { loadRoom, room } from './rooms.ts';

// Loaded with the first screen that shows one of them.
await loadRoom('administration');

export const {
  groupsText,
  operatorsText,
  passkeysText,
  policyText,
  signInSettingsText,
  webhooksText,
} = room('administration');
