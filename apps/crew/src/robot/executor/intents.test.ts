import { mapA2a } from '@countersign/signifiers/map/a2a';
import { mapMcp } from '@countersign/signifiers/map/mcp';
import { mapUtcp } from '@countersign/signifiers/map/utcp';
import { mapWot } from '@countersign/signifiers/map/wot';
import { shippedVectors } from '@countersign/signifiers/node/shipped-vectors';
import { createCatalogue } from '@countersign/signifiers/select/catalogue';
import { describe, expect, it } from 'vitest';
import { armManual, armThing } from '../arm/descriptions.ts';
import { formalizerCard } from '../formalizer/formalizer-card.ts';
import { goalLists } from '../goal/goal-tools.ts';
import { intents } from './intents.ts';

const origin = 'http://127.0.0.1:4417';
const arm = {
  utcp: mapUtcp({ id: 'u', name: 'arm_utcp', kind: 'utcp' }, armManual(origin)),
  wot: mapWot({ id: 'w', name: 'arm_wot', kind: 'wot' }, armThing(origin), `${origin}/thing`),
};
const others = [
  mapMcp(
    { id: 'g', name: 'goal_mcp', kind: 'mcp' },
    { url: `${origin}/mcp`, version: '2026-07-28', ...goalLists() },
  ),
  mapA2a({ id: 'f', name: 'formalizer', kind: 'a2a' }, formalizerCard(origin), `${origin}/`),
];
const vectors = shippedVectors();

describe.each(['utcp', 'wot'] as const)('what is recommended first, with the arm by %s', (kind) => {
  const signifiers = [...others, arm[kind]].flatMap((mapped) => mapped.signifiers);
  const catalogue = createCatalogue(signifiers, vectors);
  const recommended = (context: string) =>
    catalogue
      .rank({ context, abilities: [] })
      .entries.filter(({ decision }) => decision === 'recommended')
      .map(({ id }) => signifiers.find((one) => one.id === id)?.label);

  it.each([
    ['set', 'goal_mcp_set_goal'],
    ['read', 'goal_mcp_CurrentGoal'],
    ['feedback', 'goal_mcp_provide_feedback'],
    ['formalize', 'formalizer_Formalize goal'],
    ['operate', `arm_${kind}_operation`],
    ['watch', `arm_${kind}_pose`],
    ['release', `arm_${kind}_reset`],
    ['stop', `arm_${kind}_stop`],
  ] as const)('to %s: %s', (intent, label) => {
    expect(recommended(intents[intent])[0]).toBe(label);
  });
});
