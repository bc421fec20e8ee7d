import { beforeEach } from 'vitest';
import { createDemoServer, type DemoServer } from '../../../mock/demo-server.ts';
import { demoHandlers } from '../../../mock/handlers.ts';
import json from '../../../mock/hiring.tape.json';
import { parseTape } from '../../../mock/tape.ts';
import { apiServer } from '../../../testing/api-server.ts';

/** The interface of the demo server, new for each test. To be called once a file, at its top. */
export function demoKnowledge() {
  const net = apiServer();
  let server: DemoServer;
  beforeEach(() => {
    server = createDemoServer(parseTape(json), {
      now: Date.now,
      schedule: () => () => {},
      createId: () => crypto.randomUUID(),
    });
    net.answer(...demoHandlers(server));
  });
  return {
    net,
    /** Who looks is a viewer from now on. */
    viewer() {
      server.me = { ...server.me, role: 'viewer' };
    },
    /** The body of the last request that had one, to a path with this in it. */
    bodyOf: (path: string) =>
      net.sent.findLast((each) => each.path.includes(path) && each.body !== null)?.body,
  };
}
