import { type Endpoint, endpointOf } from '@countersign/adapters/a2a/endpoint';
import { introduce } from '@countersign/adapters/a2a/introduce';
import { StatedError } from '@countersign/adapters/protocol/stated-error';
import type { Transport } from '@countersign/adapters/protocol/wire';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import type { Notebook } from '../finding.ts';
import { seen } from '../statements.ts';
import type { Target } from '../target.ts';

/** Reads the card of an agent; null = it cannot be called by it. */
export async function checkCard(target: Target, note: Notebook): Promise<Endpoint | null> {
  let card: unknown = target.agent.card;
  const transport: Transport = {
    async call({ url }) {
      const { status, body } = await target.get(url);
      return {
        status,
        async text() {
          card = body;
          return typeof body === 'string' ? body : JSON.stringify(body);
        },
        refusal: async () => '',
        failure: async () => new StatedError(seen('check.seen.card-status', { url, status })),
        discard() {},
      };
    },
  };
  try {
    const introduction = await introduce(target.agent, transport);
    note.pass('a2a.card');
    const missing = isObject(card) ? missingOf(card) : [];
    note.expect(
      'a2a.card-members',
      missing.length === 0 ? null : seen('check.seen.members-missing', { members: missing }),
    );
    return endpointOf({ ...target.agent, introduction });
  } catch (error) {
    if (!(error instanceof StatedError)) throw error;
    note.fail('a2a.card', seen('check.seen.because', { why: error.said }));
    return null;
  }
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';

/** The members that both versions require and the card lacks. */
function missingOf(card: JsonObject): string[] {
  const texts = ['name', 'description', 'version'].filter((name) => !isText(card[name]));
  const lists = ['defaultInputModes', 'defaultOutputModes', 'skills'].filter(
    (name) => !Array.isArray(card[name]),
  );
  const skills = Array.isArray(card['skills']) ? card['skills'] : [];
  const ofSkills = skills.flatMap((skill, index) =>
    ['id', 'name', 'description']
      .filter((name) => !isObject(skill) || !isText(skill[name]))
      .map((name) => `skills[${index}].${name}`),
  );
  const capabilities = isObject(card['capabilities']) ? [] : ['capabilities'];
  return [...texts, ...capabilities, ...lists, ...ofSkills];
}
