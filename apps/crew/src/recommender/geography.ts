/** A point on the earth, in degrees. */
export interface Point {
  lat: number;
  lon: number;
}

const earthKm = 6_371;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Great-circle distance in kilometres (haversine). */
export function distanceKm(from: Point, to: Point): number {
  const lat = radians(to.lat - from.lat);
  const lon = radians(to.lon - from.lon);
  const chord =
    Math.sin(lat / 2) ** 2 +
    Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * Math.sin(lon / 2) ** 2;
  return 2 * earthKm * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/**
 * Door-to-door minutes, estimated from the distance: 12 minutes in any case, roads and rails 1.25 times as long as the direct
 * line, slow in town and up to 95 km/h on long distances.
 */
export function travelMinutes(from: Point, to: Point): number {
  const km = distanceKm(from, to) * 1.25;
  const kmPerHour = 26 + 69 * (1 - Math.exp(-km / 55));
  return Math.round(12 + (km / kmPerHour) * 60);
}
