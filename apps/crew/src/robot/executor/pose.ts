import type { Output } from '@countersign/hai/event';
import { z } from 'zod';

const pointSchema = z.object({ x: z.number(), y: z.number() });
const poseSchema = z.looseObject({
  state: z.string(),
  fault: z.string().nullish(),
  reach: z.number(),
  bearing: z.number(),
  tool: pointSchema,
  elbow: pointSchema,
  reaches: z.object({ least: z.number(), most: z.number() }),
  zones: z
    .array(z.object({ name: z.string(), center: pointSchema, radiusCm: z.number() }))
    .default([]),
});
/** A pose as the description of the arm says it. */
export type Pose = z.infer<typeof poseSchema>;

/** Reads what a service returned; null = it is no pose. */
export const readPose = (result: unknown): Pose | null => poseSchema.safeParse(result).data ?? null;

/** Whether anything still happens by itself. */
export const isMoving = ({ state }: Pose): boolean => state === 'moving';

const ringPoints = 36;

const ring = (prefix: string, center: { x: number; y: number }, radius: number, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const angle = (2 * Math.PI * index) / count;
    return {
      id: `${prefix} ${index}`,
      label: prefix,
      x: Number((center.x + radius * Math.cos(angle)).toFixed(2)),
      y: Number((center.y + radius * Math.sin(angle)).toFixed(2)),
      state: 'plain',
    };
  });

/**
 * The arm seen from above, straight ahead being up. Drawings with the same id replace each other; the ring of its reach keeps their
 * scale the same.
 */
export function poseFigure(
  pose: Pose,
  {
    id,
    title,
    names,
  }: {
    id: string;
    title: string;
    names: { base: string; elbow: string; tool: string; reach: string };
  },
): Output {
  // Turned by a quarter: x is ahead, and drawings have it to the right.
  const turned = ({ x, y }: { x: number; y: number }) => ({ x: -y, y: x });
  const node = (name: string, at: { x: number; y: number }, state = 'plain') => ({
    ...{ id: name, label: name, state },
    ...turned(at),
  });
  const zones = pose.zones.map(({ name, center, radiusCm }) => ({
    name,
    center: node(name, center, 'conflict'),
    edge: ring(name, turned(center), radiusCm, 8),
  }));
  return {
    type: 'graph',
    ...{ id, title },
    nodes: [
      node(names.base, { x: 0, y: 0 }),
      node(names.elbow, pose.elbow),
      node(names.tool, pose.tool, 'changed'),
      ...zones.flatMap(({ center, edge }) => [center, ...edge]),
      ...ring(names.reach, { x: 0, y: 0 }, pose.reaches.most, ringPoints),
    ],
    edges: [
      { from: names.base, to: names.elbow },
      { from: names.elbow, to: names.tool },
      ...zones.flatMap(({ edge }) =>
        edge.map(({ id: from }, index) => ({ from, to: edge[(index + 1) % edge.length]?.id })),
      ),
    ],
  };
}
