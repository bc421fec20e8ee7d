import type { Operator, OperatorRole } from '@countersign/api/operator';
import { operatorsText } from '../../text/administration.ts';

const words = operatorsText.form;
/** What ids of operators and groups look like. */
export const namePattern = /^[a-z0-9][a-z0-9._-]{0,39}$/;

/** As it is typed. */
export interface OperatorForm {
  name: string;
  id: string;
  role: OperatorRole;
  groups: string;
}
export type OperatorFaults = Partial<Record<'name' | 'id' | 'groups', string>>;

export const operatorRoles: readonly OperatorRole[] = [
  'viewer',
  'auditor',
  'operator',
  'admin',
  'registrant',
];

export function operatorForm(operator: Operator | null): OperatorForm {
  if (operator === null) return { name: '', id: '', role: 'operator', groups: '' };
  return { ...operator, groups: operator.groups.join(', ') };
}

/** An id made from a name: `Mei Tanaka` gives `mei-tanaka`. */
export function idOfName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
}

/** What is typed as an operator, or what is wrong with it. */
export function readOperator(
  form: OperatorForm,
): { ok: true; operator: Operator } | { ok: false; faults: OperatorFaults } {
  const name = form.name.trim();
  const id = form.id.trim();
  const groups = [...new Set(form.groups.split(/[\s,]+/).filter((group) => group !== ''))];
  const bad = groups.find((group) => !namePattern.test(group));
  const faults: OperatorFaults = {
    ...(name === '' || name.length > 120 ? { name: words.nameBad } : {}),
    ...(namePattern.test(id) ? {} : { id: words.idBad }),
    ...(bad === undefined ? {} : { groups: words.groupsBad(bad) }),
    ...(groups.length > 20 ? { groups: words.tooManyGroups } : {}),
  };
  if (Object.keys(faults).length > 0) return { ok: false, faults };
  return { ok: true, operator: { id, name, role: form.role, groups } };
}
