import { statSync } from 'node:fs';

/** Where a store's file is: a file that was moved, or a folder that was renamed, is the same; a copy and a restored file are others. */
export function placeOfFile(file: string): string {
  const { ino, birthtimeNs } = statSync(file, { bigint: true });
  return `file ${ino} ${birthtimeNs}`;
}
