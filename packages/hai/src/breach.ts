import type { WrittenStatement } from '@countersign/json/statement';

/** The names of the violations of order; stable, because they are stored and used in filters. */
export const breachRules = [
  'run-not-started',
  'run-started-twice',
  'run-not-ended',
  'after-run-end',
  'started-twice',
  'content-without-start',
  'end-without-start',
  'start-without-end',
  'tool-args-after-end',
  'tool-result-without-start',
] as const;
export type BreachRule = (typeof breachRules)[number];

/** One violation of the legal order of events. */
export interface Breach {
  rule: BreachRule;
  said: WrittenStatement;
}

/** Receives each breach as it is found. */
export type Report = (rule: BreachRule, said: WrittenStatement) => void;

const none: Breach[] = [];

/** Runs a check and collects its reports, without allocation if there are none. */
export function collect(check: (report: Report) => void): Breach[] {
  let breaches = none;
  check((rule, said) => {
    if (breaches === none) breaches = [];
    breaches.push({ rule, said });
  });
  return breaches;
}
