import { describe, expect, it } from 'vitest';
import { routeId, serviceId } from './ids.ts';
import { listIndex } from './list-index.ts';
import { uuidV5 } from './uuid-v5.ts';

const id = 'd766accb-3fba-5884-9736-95a34cd7bfda';

describe('ids', () => {
  it('of a service are made of name, host and port', () => {
    expect(serviceId({ name: 'geo-planner', host: '10.0.0.5', port: 8443 })).toBe(id);
    expect(serviceId({ name: 'geo-planner', host: '10.0.0.5', port: 8444 })).not.toBe(id);
  });

  it('of a route are made of its name', () => {
    expect(routeId('geo-route')).toBe('f8a1c13f-cffe-5b9c-bee2-0cb92fbceec4');
  });

  it('are UUIDs of version 5, of names in any script', () => {
    // Python: uuid.uuid5(uuid.NAMESPACE_OID, '路线规划')
    expect(uuidV5('路线规划')).toBe('447ec658-0ac0-5050-aaf7-947f8b4afccf');
  });
});

describe('the index of a list', () => {
  it('is the hash of id and index of each entry', () => {
    expect(listIndex([])).toBe(1415952421);
    expect(listIndex([{ id, index: 42 }])).toBe(2784193920);
  });

  it('does not depend on the order, and differs after a change', () => {
    const one = [
      { id: 'b', index: 1 },
      { id: 'a', index: 2 },
    ];
    expect(listIndex(one)).toBe(listIndex(one.toReversed()));
    expect(listIndex(one)).not.toBe(listIndex([{ id: 'b', index: 2 }, one[1]!]));
  });
});
