import type { Cell } from './cell.ts';

const transmitDbm = 46;
const beamDegrees = 65;
const backLobeDb = 25;
/** The path loss formula is not valid below this distance. */
const nearestKm = 0.03;

/** Level in dBm of a cell at a point: path loss of an urban macro cell at 3.5 GHz, and a 65-degree sector antenna. */
export function levelDbm(cell: Cell, point: { x: number; y: number }): number {
  const east = point.x - cell.x;
  const north = point.y - cell.y;
  const km = Math.max(nearestKm, Math.hypot(east, north));
  const bearing = (Math.atan2(east, north) * 180) / Math.PI;
  const off = Math.abs(((bearing - cell.azimuth + 540) % 360) - 180);
  const gain = -Math.min(12 * (off / beamDegrees) ** 2, backLobeDb);
  return transmitDbm + gain - (133.2 + 37.6 * Math.log10(km));
}

/** Sample points of the area a cell serves: three rings across its main lobe. */
export function servicePoints(cell: Cell): { x: number; y: number }[] {
  return [0.18, 0.36, 0.54].flatMap((km) =>
    [-50, -25, 0, 25, 50].map((degrees) => {
      const bearing = ((cell.azimuth + degrees) * Math.PI) / 180;
      return { x: cell.x + km * Math.sin(bearing), y: cell.y + km * Math.cos(bearing) };
    }),
  );
}

export const toMilliwatt = (dbm: number): number => 10 ** (dbm / 10);
