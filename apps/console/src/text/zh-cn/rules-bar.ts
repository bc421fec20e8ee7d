import type { Messages } from '../messages.ts';

export const rulesBarText: Messages['rulesBar']['rulesBarText'] = { stopped: '规则已停用' };
