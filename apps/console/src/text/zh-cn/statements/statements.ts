import type { Messages } from '../../messages.ts';
import { endOfValue, startOfValue } from '../../statements/value-marks.ts';
import { joined } from '../spaced.ts';
import { templates } from './statement-templates.ts';

export const statementTemplate: Messages['statementTemplate'] = (code) =>
  (Object.hasOwn(templates, code) ? templates[code] : undefined) ?? null;

/** Between the words of a template and a value; the spaces of the template are those for a value in Latin letters. */
const border = new RegExp(`( ?)${startOfValue}|${endOfValue}( ?)`, 'g');

export const spaceValues: Messages['spaceValues'] = (filled) => {
  let text = '';
  let space = '';
  let from = 0;
  for (const found of filled.matchAll(border)) {
    text = joined(text, filled.slice(from, found.index), space);
    space = found[1] ?? found[2] ?? '';
    from = found.index + found[0].length;
  }
  return joined(text, filled.slice(from), space);
};
