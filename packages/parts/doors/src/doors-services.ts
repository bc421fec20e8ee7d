import type { HttpSide, Kernel } from '@countersign/server/kernel';
import type { Doors } from './calls/doors.ts';

/** Tool calls of coding agents. */
export interface DoorServices {
  doors: Doors;
}

/** What its routes get. */
export type DoorDeps = Kernel & HttpSide & DoorServices;
