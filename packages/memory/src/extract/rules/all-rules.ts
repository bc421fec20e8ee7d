import { announcedData } from './announced.ts';
import { assignedSecret } from './assigned-secrets.ts';
import { tableColumn, writtenMember } from './columns-and-members.ts';
import { email, handle, phone } from './contact.ts';
import { birthDate, reference } from './cued-values.ts';
import { formRules } from './forms.ts';
import { labelledRules } from './labels/labelled.ts';
import { card, ibanRule } from './money.ts';
import { personName } from './names.ts';
import { nationalIds } from './national-ids.ts';
import { ipAddress, mac } from './network.ts';
import { novelty } from './novelty/novelty.ts';
import { address, coordinates } from './places.ts';
import type { Rule } from './rule.ts';
import { apiKey, bearer, jwt, pem, randomText } from './secrets.ts';

/** All rules for values. Where two find the same, the more confident one names it. */
export const valueRules: readonly Rule[] = [
  email,
  phone,
  handle,
  card,
  ibanRule,
  ...nationalIds,
  ipAddress,
  mac,
  coordinates,
  address,
  birthDate,
  personName,
  apiKey,
  jwt,
  pem,
  bearer,
  assignedSecret,
  randomText,
  reference,
  ...announcedData,
  ...labelledRules,
  ...formRules,
  tableColumn,
  writtenMember,
  novelty,
];
