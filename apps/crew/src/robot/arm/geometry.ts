/** The two joints of the arm, in degrees: the shoulder from straight ahead, the elbow from straight; counterclockwise. */
export interface Joints {
  shoulder: number;
  elbow: number;
}

/** Where the tool is, seen from the base: centimetres, and degrees counterclockwise from straight ahead. */
export interface Polar {
  reach: number;
  bearing: number;
}

export interface Point {
  /** Centimetres straight ahead. */
  x: number;
  /** Centimetres to the left. */
  y: number;
}

/** A round place that no part of the arm may enter. */
export interface Zone {
  name: string;
  center: Point;
  radiusCm: number;
}

/** The lengths of the two links in centimetres. */
const upperCm = 30;
const foreCm = 25;

/** How far the joints turn, in degrees. The elbow bends one way only, so that each place has one posture. */
export const jointLimits: Readonly<Record<keyof Joints, { least: number; most: number }>> = {
  shoulder: { least: -150, most: 150 },
  elbow: { least: 20, most: 150 },
};

/** How fast the joints turn, in degrees per second. */
export const jointSpeeds: Readonly<Record<keyof Joints, number>> = { shoulder: 40, elbow: 60 };

const toRadians = (degrees: number) => (degrees * Math.PI) / 180;
const toDegrees = (radians: number) => (radians * 180) / Math.PI;

const reachAt = (elbow: number): number =>
  Math.sqrt(upperCm ** 2 + foreCm ** 2 + 2 * upperCm * foreCm * Math.cos(toRadians(elbow)));

/** The nearest and the farthest place of the tool, in centimetres from the base. */
export const leastReach = reachAt(jointLimits.elbow.most);
export const mostReach = reachAt(jointLimits.elbow.least);

/** The bearing of the tool from the upper link. */
const lead = (elbow: number): number =>
  toDegrees(
    Math.atan2(foreCm * Math.sin(toRadians(elbow)), upperCm + foreCm * Math.cos(toRadians(elbow))),
  );

/** The joints for a place; null if the links are too short or too long for it. Limits of joints are not looked at. */
export function jointsAt({ reach, bearing }: Polar): Joints | null {
  const cosine = (reach ** 2 - upperCm ** 2 - foreCm ** 2) / (2 * upperCm * foreCm);
  if (!(cosine >= -1 && cosine <= 1)) return null;
  const elbow = toDegrees(Math.acos(cosine));
  return { shoulder: bearing - lead(elbow), elbow };
}

/** Base, elbow and tool. */
export function pointsAt({ shoulder, elbow }: Joints): [Point, Point, Point] {
  const middle = polarPoint({ reach: upperCm, bearing: shoulder });
  const fore = polarPoint({ reach: foreCm, bearing: shoulder + elbow });
  return [{ x: 0, y: 0 }, middle, { x: middle.x + fore.x, y: middle.y + fore.y }];
}

export const polarPoint = ({ reach, bearing }: Polar): Point => ({
  x: reach * Math.cos(toRadians(bearing)),
  y: reach * Math.sin(toRadians(bearing)),
});

/** Whether a link between two points enters a zone. */
export function entersZone(from: Point, to: Point, { center, radiusCm }: Zone): boolean {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx ** 2 + dy ** 2;
  const along = ((center.x - from.x) * dx + (center.y - from.y) * dy) / (length === 0 ? 1 : length);
  const share = Math.min(1, Math.max(0, along));
  return Math.hypot(from.x + share * dx - center.x, from.y + share * dy - center.y) < radiusCm;
}
