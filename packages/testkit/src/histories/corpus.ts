import { idKinds } from './ids.ts';
import { plainShapes } from './plain-shapes.ts';
import type { Recording } from './recording.ts';
import { richShapes } from './rich-shapes.ts';
import { snapshotShapes } from './snapshot-shapes.ts';

/** Histories of many shapes, each with the ids of many kinds of agents. */
export function histories(): Recording[] {
  const shapes = Object.entries({ ...plainShapes, ...snapshotShapes, ...richShapes });
  return shapes.flatMap(([name, shape]) =>
    idKinds.map((ids) => ({ name: `${name}, ids of ${ids.name}`, turns: shape(ids) })),
  );
}
