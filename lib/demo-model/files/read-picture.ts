/** Looks at a PNG picture: its size, and the colour of its first pixel. */
import { inflateSync } from "node:zlib";

const COLOURS: Record<string, readonly [number, number, number]> = {
  red: [220, 30, 30],
  green: [30, 150, 60],
  blue: [40, 80, 220],
  yellow: [240, 220, 40],
  orange: [240, 140, 30],
  purple: [130, 50, 170],
  white: [250, 250, 250],
  grey: [128, 128, 128],
  black: [10, 10, 10],
};

/** The kinds of pixels of 8 bits for each value: true colour, without and with transparency. */
const TRUE_COLOUR: ReadonlySet<number | undefined> = new Set([2, 6]);

/** @returns `[PNG picture, 16 × 16 pixels, red]`, or as much of it as can be read */
export function describePicture(address: string): string {
  const [head = "", base64 = ""] = address.split(",");
  const kind = /^data:image\/(\w+)/.exec(head)?.[1]?.toUpperCase();
  if (!kind) return "[picture at an address]";
  const png = kind === "PNG" ? readPng(Buffer.from(base64, "base64")) : null;
  return png
    ? `[PNG picture, ${png.width} × ${png.height} pixels, ${png.colour}]`
    : `[${kind} picture]`;
}

function readPng(bytes: Buffer): { width: number; height: number; colour: string } | null {
  try {
    const width = bytes.readUInt32BE(16);
    const height = bytes.readUInt32BE(20);
    const [depth, kind] = [bytes[24], bytes[25]];
    const isRead = depth === 8 && TRUE_COLOUR.has(kind);
    // Whatever the filter of the first row is, its first pixel stands as it is.
    const [, red = 0, green = 0, blue = 0] = isRead ? inflateSync(dataOf(bytes)) : [];
    return { width, height, colour: isRead ? nameOf(red, green, blue) : "of some colour" };
  } catch {
    return null;
  }
}

/** The image data, which may stand in several chunks. */
function dataOf(bytes: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 8; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString("latin1", at + 4, at + 8);
    if (name === "IDAT") chunks.push(bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return Buffer.concat(chunks);
}

function nameOf(red: number, green: number, blue: number): string {
  const distance = ([r, g, b]: readonly [number, number, number]) =>
    (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
  const [nearest] = Object.entries(COLOURS).toSorted(
    ([, one], [, other]) => distance(one) - distance(other),
  );
  return nearest?.[0] ?? "of some colour";
}
