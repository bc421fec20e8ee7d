import { describe, expect, it } from 'vitest';
import { mapWot } from '../map/wot.ts';
import { artifact, paperServices } from '../testing/artifacts.ts';
import { listing7 } from '../testing/listings.ts';
import { readThing } from './read-thing.ts';
import { parseTurtle } from './turtle.ts';

const base = 'http://localhost:8086/td';
const around = `${listing7}
@prefix wotsec: <https://www.w3.org/2019/wot/security#> .
<#thing> a td:Thing ; td:title "cherrybot" ;
  td:hasSecurityConfiguration [ a wotsec:NoSecurityScheme ] ;
  td:hasActionAffordance <#aff> ;
  td:hasPropertyAffordance [ a js:NumberSchema ; td:name "height" ; js:maximum 30 ;
    td:hasForm [ hctl:hasTarget <coap://x/height> ],
      [ hctl:hasTarget <http://localhost:8086/a> ; hctl:hasOperationType td:readProperty ],
      [ hctl:hasTarget <http://localhost:8086/b> ; hctl:hasOperationType td:readProperty ] ] .
`;
const mapped = (turtle: string) => {
  const thing = readThing(parseTurtle(turtle, base));
  return thing === null ? null : mapWot(artifact('wot', 'cherrybot_proxy'), thing, base);
};

describe('a thing described in Turtle', () => {
  it('gives the signifier of listing 11, as the same description in JSON does', () => {
    const read = mapped(around)?.signifiers.find(
      ({ nativeName }) => nativeName === 'action:operation',
    );
    const [json] = paperServices().wot.signifiers;
    expect({ ...read, sourceHash: '' }).toEqual({ ...json, sourceHash: '' });
  });

  it('has its forms in the order of the text', () => {
    const height = mapped(around)?.signifiers.find(
      ({ nativeName }) => nativeName === 'property:height',
    );
    expect(height?.form.target).toBe('http://localhost:8086/a');
    expect(height?.secrets).toEqual([]);
  });

  it('is none where no affordance is linked', () => {
    expect(readThing(parseTurtle(listing7, base))).toBeNull();
  });
});
