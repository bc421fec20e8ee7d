import {
  defaultApprovalMinutes,
  type GatewayPolicy,
  type GatewayRoute,
  maxApprovalMinutes,
  type putGatewayPolicySchema,
} from '@countersign/api/gateway';
import type { z } from 'zod';
import { gatewayText } from '../../text/registry.ts';
import { commonText } from '../../text/texts.ts';

const words = gatewayText.form;

/** What is typed in the dialog of a policy. */
export interface PolicyForm {
  service: string;
  route: string;
  /** `''` = callers of any protocol. */
  spoken: GatewayRoute['agentProtocol'];
  everyone: boolean;
  /** Ids, with commas between. */
  callers: string;
  approval: boolean;
  /** How long a call waits for that person. */
  approvalMinutes: string;
  callsPerMinute: string;
  /** One a line. */
  hosts: string;
  callerMayAnswer: boolean;
  /** `''` = towards other organisations. */
  mask: NonNullable<GatewayPolicy['mask']> | '';
  /** `''` = none. */
  agent: string;
}
export type PolicyFaults = Partial<Record<keyof PolicyForm, string>>;
export type SentPolicy = z.infer<typeof putGatewayPolicySchema>;

/** The form of a route with its policy; of a route without one, and of a new one, with nothing allowed yet. */
export function policyForm(route: GatewayRoute | null): PolicyForm {
  const policy: GatewayPolicy | null = route?.policy ?? null;
  const callers = policy?.callers ?? [];
  return {
    service: route?.service ?? '',
    route: route?.route ?? '',
    spoken: route?.agentProtocol ?? '',
    everyone: callers.includes('*'),
    callers: callers.filter((id) => id !== '*').join(', '),
    approval: policy?.approval ?? true,
    approvalMinutes: String(policy?.approvalMinutes ?? defaultApprovalMinutes),
    callsPerMinute: String(policy?.callsPerMinute ?? 60),
    hosts: (policy?.hosts ?? route?.hosts ?? []).join('\n'),
    callerMayAnswer: policy?.callerMayAnswer ?? false,
    mask: policy?.mask ?? '',
    agent: policy?.agent ?? '',
  };
}

const host = /^(?:\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::\d{1,5})?$/;
/** A number as it is typed; 0 = it is none. */
const countIn = (text: string): number => (/^\d{1,5}$/.test(text.trim()) ? Number(text) : 0);
const partsOf = (text: string, between: RegExp): string[] => [
  ...new Set(
    text
      .split(between)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
];
const hostsOf = (form: Pick<PolicyForm, 'hosts'>): string[] => partsOf(form.hosts, /[\s,]+/);

/** Registered hosts that the list does not allow, with or without their port. */
export const missingHosts = (
  form: Pick<PolicyForm, 'hosts'>,
  registered: readonly string[],
): string[] => {
  const allowed = hostsOf(form);
  return registered.filter(
    (one) => !allowed.includes(one) && !allowed.includes(one.replace(/:\d+$/, '')),
  );
};

/** What is typed as a policy, or what is wrong with it. `taken`: names of routes that a new one cannot have. */
export function readPolicy(
  form: PolicyForm,
  taken: readonly string[],
): { ok: true; route: string; policy: SentPolicy } | { ok: false; faults: PolicyFaults } {
  const route = form.route.trim();
  const callers = form.everyone ? ['*'] : partsOf(form.callers, /[,;\s]+/);
  const hosts = hostsOf(form);
  const rate = countIn(form.callsPerMinute);
  const minutes = countIn(form.approvalMinutes);
  const isWait = minutes >= 1 && minutes <= maxApprovalMinutes;
  const faults: PolicyFaults = {
    ...(form.service.trim() === '' ? { service: words.serviceBad } : {}),
    ...(route === '' || route.length > 200 ? { route: words.routeBad } : {}),
    ...(taken.includes(route) ? { route: words.routeTaken } : {}),
    ...(callers.length > 200 || callers.some((id) => id.length > 40)
      ? { callers: words.callersBad }
      : {}),
    ...(rate < 1 || rate > 10_000 ? { callsPerMinute: words.rateBad } : {}),
    ...(form.approval && !isWait ? { approvalMinutes: words.approvalMinutesBad } : {}),
    ...(hosts.length === 0 || hosts.length > 50 || hosts.some((one) => !host.test(one))
      ? { hosts: words.hostsBad }
      : {}),
  };
  if (Object.keys(faults).length > 0) return { ok: false, faults };
  const { approval, callerMayAnswer, mask, agent } = form;
  return {
    ok: true,
    route,
    // What is left out would be taken away: the body replaces all of the policy.
    policy: {
      ...{ callers, approval, callsPerMinute: rate, hosts, callerMayAnswer },
      ...(isWait ? { approvalMinutes: minutes } : {}),
      ...(mask === '' ? {} : { mask }),
      ...(agent === '' ? {} : { agent }),
    },
  };
}

/** What two policies say differently, in words. */
export function policyDifferences(
  theirs: SentPolicy,
  mine: SentPolicy,
): { label: string; left: string; right: string }[] {
  const left = policyLines(theirs);
  const right = policyLines(mine);
  return left.flatMap(({ label, value }, at) => {
    const other = right[at]?.value ?? '';
    return other === value ? [] : [{ label, left: value, right: other }];
  });
}

function policyLines(of: SentPolicy): { label: string; value: string }[] {
  const { callers, approval, callsPerMinute, hosts, callerMayAnswer, mask = '', agent } = of;
  const { approvalMinutes = defaultApprovalMinutes } = of;
  const { yes, no } = words.conflict;
  const who = callers.length === 0 ? gatewayText.nobody : commonText.inRow(callers);
  return [
    { label: words.callers, value: callers.includes('*') ? gatewayText.everyone : who },
    { label: words.approval, value: approval ? yes : no },
    { label: words.approvalMinutes, value: approval ? String(approvalMinutes) : '' },
    { label: words.hosts, value: commonText.inRow(hosts) },
    { label: words.rate, value: String(callsPerMinute) },
    { label: words.mayAnswer, value: callerMayAnswer ? yes : no },
    { label: words.mask, value: words.maskOf[mask] },
    { label: words.agent, value: agent ?? words.agentNone },
  ];
}
