// Pictures of the documentation are part of what is installed. With a palette of 256 colours a screen is less than half as large, and looks
// the same.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

/** The chunks of a PNG: name and content. */
function chunksOf(png) {
  const chunks = [];
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push([png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length)]);
    at += 12 + length;
  }
  return chunks;
}

function chunk(name, content) {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** What a filter adds to a byte, by the bytes to the left, above, and left of that. */
const filters = [
  () => 0,
  (left) => left,
  (_, above) => above,
  (left, above) => (left + above) >> 1,
  (left, above, corner) => {
    const guess = left + above - corner;
    const [byLeft, byAbove, byCorner] = [left, above, corner].map((one) => Math.abs(guess - one));
    if (byLeft <= byAbove && byLeft <= byCorner) return left;
    return byAbove <= byCorner ? above : corner;
  },
];

/** The samples of a picture, without the filters of its lines. */
function samplesOf(lines, bytesPerPixel, bytesPerLine) {
  const samples = Buffer.alloc((lines.length / (bytesPerLine + 1)) * bytesPerLine);
  for (let at = 0; at < samples.length; at += 1) {
    const [line, column] = [Math.floor(at / bytesPerLine), at % bytesPerLine];
    const filter = filters[lines[line * (bytesPerLine + 1)]];
    const left = column < bytesPerPixel ? 0 : samples[at - bytesPerPixel];
    const above = line === 0 ? 0 : samples[at - bytesPerLine];
    const isEdge = line === 0 || column < bytesPerPixel;
    const corner = isEdge ? 0 : samples[at - bytesPerLine - bytesPerPixel];
    samples[at] = (lines[at + line + 1] + filter(left, above, corner)) & 255;
  }
  return samples;
}

const distance = (one, other) =>
  ((one >> 16) - (other >> 16)) ** 2 +
  (((one >> 8) & 255) - ((other >> 8) & 255)) ** 2 +
  ((one & 255) - (other & 255)) ** 2;

const nearest = (palette, colour) =>
  palette.reduce(
    (best, one, at) => (distance(one, colour) < distance(palette[best], colour) ? at : best),
    0,
  );

/** The most frequent colours, none too near to another one: so that a rare one has its place too. */
function paletteOf(pixels) {
  const counts = new Map();
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const frequent = [...counts]
    .toSorted((one, other) => other[1] - one[1])
    .map(([colour]) => colour);
  for (let apart = 2; ; apart *= 2) {
    const palette = [];
    for (const colour of frequent) {
      if (palette.every((one) => distance(one, colour) >= apart)) palette.push(colour);
      if (palette.length > 256) break;
    }
    if (palette.length <= 256) return palette;
  }
}

/**
 * The same picture with at most 256 colours; one that has a palette, or transparency, is returned as it is.
 * @param {Buffer} png
 */
export function smallPng(png) {
  const chunks = chunksOf(png);
  const header = Buffer.from(chunks.find(([name]) => name === 'IHDR')[1]);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth, kind] = [header[8], header[9]];
  if (depth !== 8 || kind !== 2) return png;
  const data = chunks.filter(([name]) => name === 'IDAT').map(([, content]) => content);
  const samples = samplesOf(inflateSync(Buffer.concat(data)), 3, width * 3);
  const pixels = Array.from({ length: width * height }, (_, at) => samples.readUIntBE(at * 3, 3));
  const palette = paletteOf(pixels);
  const places = new Map();
  const lines = Buffer.alloc((width + 1) * height);
  pixels.forEach((colour, at) => {
    if (!places.has(colour)) places.set(colour, nearest(palette, colour));
    lines[at + Math.floor(at / width) + 1] = places.get(colour);
  });
  // 3 = with a palette.
  header[9] = 3;
  const colours = Buffer.from(palette.flatMap((one) => [one >> 16, (one >> 8) & 255, one & 255]));
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(lines, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** @param {string} folder */
export function makeSmall(folder) {
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.png'))) {
    const file = join(folder, name);
    writeFileSync(file, smallPng(readFileSync(file)));
  }
}
