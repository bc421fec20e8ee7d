import type { ClassPolicy, Policy } from '@countersign/api/settings/policy';
import type { Webhook } from '@countersign/api/webhook';
import { describe, expect, it } from 'vitest';
import { idOfName, operatorForm, readOperator } from './operator-form.ts';
import {
  mergePolicies,
  newStep,
  policyDifferences,
  policyForm,
  policyLines,
  readPolicyForm,
} from './policy-form.ts';
import { readWebhook, webhookForm } from './webhook-form.ts';

const ordinary: ClassPolicy = {
  claimLeaseMs: 600_000,
  takeOverMs: 30_000,
  recallMs: 5_000,
  reasonFor: ['reject'],
  steps: [
    { to: 'group', afterMs: 300_000, group: 'leads' },
    { to: 'default', afterMs: 600_000 },
  ],
};
const policy: Policy = {
  version: 3,
  classes: { critical: ordinary, major: ordinary, minor: ordinary, info: ordinary },
  updatedAt: 1,
  updatedBy: 'ann',
};

describe('the policy', () => {
  it('comes back from its form as it went in', () => {
    const read = readPolicyForm(policyForm(policy));
    expect(read).toEqual({ classes: policy.classes, faults: {} });
    expect(policyDifferences(policy.classes, read.classes)).toEqual([]);
  });

  it('names every value that cannot be used, by its place', () => {
    const form = policyForm(policy);
    const { faults } = readPolicyForm({
      ...form,
      critical: { ...form.critical, claimLeaseMs: 4_999, takeOverMs: null, recallMs: 60_001 },
      minor: {
        ...form.minor,
        steps: [
          { ...newStep(), to: 'default' },
          { ...newStep(), afterMs: 999, group: '' },
          { ...newStep(), group: 'Night Shift' },
        ],
      },
    });
    expect(Object.keys(faults).sort()).toEqual([
      'critical.claimLeaseMs',
      'critical.recallMs',
      'critical.takeOverMs',
      'minor.steps.0.to',
      'minor.steps.1.afterMs',
      'minor.steps.1.group',
      'minor.steps.2.group',
    ]);
  });

  it('of another operator takes precedence for settings that I did not change', () => {
    const theirs = {
      ...policy.classes,
      info: { ...ordinary, takeOverMs: 20_000 },
      critical: { ...ordinary, claimLeaseMs: 180_000, recallMs: 0 },
    };
    const mine = {
      ...policy.classes,
      critical: { ...ordinary, claimLeaseMs: 420_000 },
      minor: { ...ordinary, steps: [] },
    };
    expect(mergePolicies(policy.classes, mine, theirs)).toEqual({
      critical: { ...ordinary, claimLeaseMs: 420_000, recallMs: 0 },
      major: ordinary,
      minor: { ...ordinary, steps: [] },
      info: { ...ordinary, takeOverMs: 20_000 },
    });
  });

  it('is compared as text', () => {
    const info = { ...ordinary, reasonFor: [], steps: [] };
    expect(policyDifferences(policy.classes, { ...policy.classes, info })).toEqual([
      {
        severity: 'info',
        label: 'A reason is needed to',
        left: 'reject',
        right: 'no answer needs a reason',
      },
      {
        severity: 'info',
        label: 'When nobody claims it',
        left: 'after 5 min ask the group leads; after 10 min send the agent’s own default',
        right: 'nothing happens: it keeps waiting',
      },
    ]);
    expect(policyLines(ordinary)[2]).toMatchObject({ value: '5 s' });
  });
});

describe('an operator', () => {
  it('gets an id of the name, and groups as they are typed', () => {
    expect(idOfName('  Méi Tanaka-Groß ')).toBe('mei-tanaka-gro');
    const form = {
      ...operatorForm(null),
      name: ' Mei ',
      id: 'mei',
      groups: 'leads,  night-shift leads',
    };
    expect(readOperator(form)).toEqual({
      ok: true,
      operator: { id: 'mei', name: 'Mei', role: 'operator', groups: ['leads', 'night-shift'] },
    });
  });

  it('is refused with the place that is wrong', () => {
    const read = readOperator({ name: ' ', id: 'Mei', role: 'admin', groups: 'Leads' });
    expect(read.ok ? [] : Object.keys(read.faults)).toEqual(['name', 'id', 'groups']);
  });
});

describe('a webhook', () => {
  const webhook: Webhook = {
    id: 'w',
    name: 'Pager',
    url: 'https://pager.example/x',
    enabled: true,
    severityFrom: 'major',
    repeatMs: 300_000,
    createdBy: 'ann',
    lastDelivery: null,
  };
  it('is read from its form without the members of the server', () => {
    const { id: _id, createdBy: _by, lastDelivery: _last, ...body } = webhook;
    expect(readWebhook(webhookForm(webhook))).toEqual({ ok: true, webhook: body });
  });

  it('needs a name and an http address', () => {
    for (const url of ['', 'pager', 'ftp://pager.example', 'javascript:alert(1)']) {
      const read = readWebhook({ ...webhookForm(null), url });
      expect(read.ok ? [] : Object.keys(read.faults)).toEqual(['name', 'url']);
    }
  });
});
