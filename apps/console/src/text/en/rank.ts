import { figure } from '../count.ts';

const at = (place: number, count: number) => `place ${figure(place)} of ${figure(count)}`;

/** Texts about an order that is made by hand. */
export const rankText = {
  role: 'row that can be moved',
  drag: (name: string) => `Drag ${name}`,
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  help: 'Drag, or use the arrows. By keyboard: space lifts, arrows move, space drops. Alt with an arrow moves at once.',
  instructions:
    'Press space to lift the row, the arrow keys to move it, space to drop it, Escape to put it back. Alt with an arrow moves it at once.',
  lifted: (name: string, place: number, count: number) => `${name} lifted, ${at(place, count)}`,
  dropped: (name: string, place: number, count: number) => `${name} dropped at ${at(place, count)}`,
  putBack: (name: string, place: number, count: number) =>
    `${name} put back to ${at(place, count)}`,
  place: (name: string, place: number, count: number, isTaken: boolean | null) =>
    `${name}, ${at(place, count)}${isTaken === null ? '' : isTaken ? ', taken' : ', not taken'}`,
  taken: 'taken',
  continues: (names: string) => `With this order the agent continues with ${names}.`,
} as const;
