import { describe, expect, it } from 'vitest';
import { paperSignifiers, publish } from '../testing/artifacts.ts';
import { readSignifiers } from '../testing/read-signifiers.ts';
import { agentProfileQuads, readAgentProfile, resourceProfileQuads } from './profiles.ts';
import { parseTurtle, writeTurtle } from './turtle.ts';

const iri = 'http://localhost:4400/profile/executor';

describe('the profile of an agent', () => {
  it('comes back as it was', () => {
    const profile = {
      iri,
      context: 'I look for a "goal"\n',
      abilities: ['https://example.org/Arm'],
    };
    const read = readAgentProfile(parseTurtle(writeTurtle(agentProfileQuads(profile))), iri);
    expect(read).toEqual({ ...profile, context: 'I look for a "goal"' });
  });

  it('of an agent that said nothing has no context, and an empty one is none', () => {
    const silent = { iri, context: ' ', abilities: [] };
    expect(writeTurtle(agentProfileQuads(silent))).not.toContain('hasContext');
    const text = `@prefix hmas: <https://purl.org/hmas/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
      <${iri}> hmas:hasContext [ rdfs:comment "" ] .`;
    expect(readAgentProfile(parseTurtle(text), iri).context).toBe('');
  });

  it('of another notation has its abilities, and no ability without a type', () => {
    const text = `@prefix hmas: <https://purl.org/hmas/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
      <${iri}> hmas:hasAbility <https://example.org/Arm>, [ rdfs:comment "strong" ] ;
        hmas:hasContext [ rdfs:comment "read the goal" ], [ rdfs:comment "give feedback" ] .
      <${iri}2> hmas:hasAbility <https://example.org/Other> .`;
    expect(readAgentProfile(parseTurtle(text), iri)).toEqual({
      iri,
      context: 'read the goal; give feedback',
      abilities: ['https://example.org/Arm'],
    });
  });
});

describe('the profile of a service', () => {
  it('exposes its signifiers, which can be read from it', () => {
    const exposed = publish(paperSignifiers());
    const quads = resourceProfileQuads(
      { iri: 'http://localhost:4400/artifacts/1', name: 'goal' },
      exposed,
    );
    const text = writeTurtle(quads);
    expect(text.match(/hmas:exposesSignifier/g)).toHaveLength(1);
    const { signifiers } = readSignifiers(parseTurtle(text), { id: 'x', name: 'x', kind: 'mcp' });
    expect(signifiers).toEqual(exposed);
  });
});
