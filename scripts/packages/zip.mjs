import { crc32, deflateRawSync } from 'node:zlib';

/** 1980-01-01, the first day that the format has: the same content is the same file. */
const day = 0x21;
const deflated = 8;
const version = 20;
const regularFile = 0o100644;

/**
 * A zip file (APPNOTE, 4.3) in memory.
 * @param {readonly { name: string, content: Buffer }[]} files
 */
export function zip(files) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const { name, content } of files) {
    const path = Buffer.from(name);
    const packed = deflateRawSync(content, { level: 9 });
    const common = Buffer.alloc(26);
    common.writeUInt16LE(version, 0);
    common.writeUInt16LE(deflated, 4);
    common.writeUInt16LE(day, 8);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(path.length, 22);
    const entry = Buffer.concat([Buffer.from('PK\x03\x04'), common, path, packed]);
    const more = Buffer.alloc(14);
    more.writeUInt32LE(regularFile * 2 ** 16, 6);
    more.writeUInt32LE(offset, 10);
    // Made by Unix, so that the rights above are read.
    const maker = Buffer.from([version, 3]);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), maker, common, more, path]));
    parts.push(entry);
    offset += entry.length;
  }
  const size = directory.reduce((total, { length }) => total + length, 0);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06'), end]);
}
