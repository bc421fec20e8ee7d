import type { JsonObject } from '@countersign/json/json-object';
import { movementPattern } from '../formal-goal.ts';

/*
 * What the arm says of itself, once as a UTCP manual and once as a thing description (WoT TD 1.1). Agents are selected what they need
 * by these sentences: they say what an action is for, and nothing of how the other description calls it.
 */
const sentences = {
  operation:
    'Perform a move(d) or rotate(a) operation on the robot, from a formal goal. The body is plain text, one operation, e.g. move(10) ' +
    'for 10 centimetres outwards or rotate(-30) for 30 degrees clockwise.',
  initialize: 'Initialize the robot to a default state: its arm moves to where it was at first.',
  stop: 'Emergency stop: the motors hold at once, wherever they are.',
  reset: 'Reset the arm after a fault, so that its motors can move again.',
  pose: 'Reads the present pose of the arm: tool position, joint angles, whether it is moving, and its fault.',
} as const;

const order: JsonObject = {
  type: 'string',
  description: 'Operation as plain text, e.g. move(10) or rotate(-30)',
  pattern: movementPattern,
  examples: ['move(10)', 'rotate(-30)'],
};

const number = (unit: string): JsonObject => ({ type: 'number', unit });
const point = (description: string): JsonObject => ({
  type: 'object',
  description,
  properties: { x: number('cm'), y: number('cm') },
});

const poseSchema: JsonObject = {
  type: 'object',
  properties: {
    state: { type: 'string', enum: ['idle', 'moving', 'stalled', 'stopped'] },
    fault: { type: ['string', 'null'], description: 'Why it does not go on' },
    operation: { type: ['string', 'null'], description: 'What it does, or did last' },
    reach: number('cm'),
    bearing: number('degrees'),
    tool: point('From the base: x straight ahead, y to the left'),
    elbow: point('The joint between the two links'),
    joints: {
      type: 'object',
      properties: { shoulder: number('degrees'), elbow: number('degrees') },
    },
    reaches: {
      type: 'object',
      properties: { least: number('cm'), most: number('cm') },
    },
    zones: {
      type: 'array',
      description: 'Places that no part of it may enter',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          center: point('Of the zone'),
          radiusCm: number('cm'),
        },
      },
    },
  },
};

/** The manual of the arm at an origin (UTCP 1.0). */
export const armManual = (origin: string): JsonObject => ({
  utcp_version: '1.0.1',
  manual_version: '1.0.0',
  tools: toolsOf(origin),
});

function toolsOf(origin: string): JsonObject[] {
  const tool = (
    name: keyof typeof sentences,
    call: JsonObject,
    inputs: JsonObject = { type: 'object', properties: {} },
  ): JsonObject => ({
    name,
    description: sentences[name],
    inputs,
    outputs: name === 'pose' ? poseSchema : {},
    tags: ['robot'],
    tool_call_template: {
      call_template_type: 'http',
      http_method: 'POST',
      ...{ ...call, url: `${origin}/${name}` },
    },
  });
  return [
    tool(
      'operation',
      { content_type: 'text/plain', body_field: 'body' },
      { type: 'object', properties: { body: order }, required: ['body'] },
    ),
    tool('initialize', {}),
    tool('stop', {}),
    tool('reset', {}),
    tool('pose', { http_method: 'GET' }),
  ];
}

/** The manual of its safety circuit: it can only stop, and so may be called without asking anyone. */
export const safetyManual = (origin: string): JsonObject => ({
  ...armManual(origin),
  tools: toolsOf(origin).filter(({ name }) => name === 'stop'),
});

/** The thing description of the arm at an origin. */
export function armThing(origin: string): JsonObject {
  const action = (name: keyof typeof sentences, more: JsonObject): JsonObject => ({
    title: name,
    description: sentences[name],
    safe: false,
    ...more,
    forms: [
      {
        href: name,
        op: 'invokeaction',
        'htv:methodName': 'POST',
        ...('input' in more ? { contentType: 'text/plain' } : {}),
      },
    ],
  });
  return {
    '@context': 'https://www.w3.org/2022/wot/td/v1.1',
    id: 'urn:countersign:demo:arm',
    title: 'Arm',
    base: `${origin}/`,
    security: 'nosec_sc',
    securityDefinitions: { nosec_sc: { scheme: 'nosec' } },
    properties: {
      pose: {
        title: 'pose',
        description: sentences.pose,
        readOnly: true,
        ...poseSchema,
        forms: [{ href: 'pose', op: 'readproperty', 'htv:methodName': 'GET' }],
      },
    },
    actions: {
      operation: action('operation', { idempotent: false, input: order }),
      initialize: action('initialize', { idempotent: true }),
      stop: action('stop', { idempotent: true }),
      reset: action('reset', { idempotent: true }),
    },
  };
}
