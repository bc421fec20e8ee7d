import type { Messages } from '../messages.ts';
import { templates } from './statement-templates.ts';

export const statementTemplate: Messages['statements']['statementTemplate'] = (code) =>
  (Object.hasOwn(templates, code) ? templates[code] : undefined) ?? null;
