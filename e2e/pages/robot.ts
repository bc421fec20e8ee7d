import { createServer } from 'node:http';
import type { Stack } from '../stack.ts';

/** The arm of a robot over plain HTTP, described by a UTCP manual and as a thing. */
export interface Robot {
  origin: string;
  /** The bodies of the operations that it has received. */
  operations: string[];
  /** What the manual says that an operation does. */
  words: string;
  close(): void;
}

export async function startRobot(): Promise<Robot> {
  const robot = {
    origin: '',
    operations: [] as string[],
    words: 'Perform a move(d) or rotate(a) operation on the robot.',
  };
  const tool = (name: string, method: string, description: string, inputs: object) => ({
    ...{ name, description, inputs },
    tool_call_template: {
      ...{ call_template_type: 'http', http_method: method, content_type: 'text/plain' },
      url: `${robot.origin}/${name}`,
    },
  });
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const answer = (value: object) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(value));
    };
    if (request.url === '/manual') {
      answer({
        utcp_version: '1.0.1',
        tools: [
          tool('pose', 'GET', 'Returns where the arm is now.', {}),
          tool('operation', 'POST', robot.words, { type: 'string', title: 'Command' }),
        ],
      });
    } else if (request.url === '/thing') {
      answer({
        '@context': 'https://www.w3.org/2022/wot/td/v1.1',
        ...{ title: 'Arm', security: 'none', securityDefinitions: { none: { scheme: 'nosec' } } },
        actions: {
          grip: {
            ...{ description: 'Close the gripper of the arm', input: { type: 'integer' } },
            forms: [{ href: '/operation' }],
          },
        },
      });
    } else {
      if (request.url === '/operation') robot.operations.push(body);
      answer({ x: 20 + 10 * robot.operations.length, y: 0 });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  robot.origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  return Object.assign(robot, { close: () => void server.close() });
}

/** The server reads and calls services on this machine. */
export const environmentEnv = { COUNTERSIGN_REGISTRY_ALLOW: '127.0.0.1' };

/** Registers the robot under both its descriptions. */
export async function registerRobot({ api }: Stack, { origin }: Robot): Promise<void> {
  const path = '/api/environment/artifacts';
  await api(path, { body: { name: 'arm', kind: 'utcp', url: `${origin}/manual` } });
  await api(path, { body: { name: 'arm_wot', kind: 'wot', url: `${origin}/thing` } });
}
