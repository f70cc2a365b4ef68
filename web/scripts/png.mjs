// Makes the PNG files of a browser smaller: drawings of few colours do best without the filters that
// browsers use for everything, without transparency, and with fewer shades than an eye can tell apart.
import * as zlib from "node:zlib";

const { crc32: crcOf, deflateSync, inflateSync } = zlib;

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);

const SHADES = 64; // of each channel: no value moves by more than 2 of 255, black and white not at all
const shade = Uint8Array.from({ length: 256 }, (_, value) => {
  const step = 255 / (SHADES - 1);
  return Math.round(Math.round(value / step) * step);
});

/** The same picture to the eye; it must be opaque and of 8 bits a channel. */
export function smaller(png) {
  const { width, height, channels, data } = read(png);
  const stride = width * 3;
  const rows = Buffer.alloc((stride + 1) * height); // each begins with its filter, which is none
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let c = 0; c < 3; c++) rows[y * (stride + 1) + 1 + x * 3 + c] = shade[data[(y * width + x) * channels + c]];
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const body = deflateSync(rows, { level: 9, memLevel: 9 });
  return Buffer.concat([SIGNATURE, chunk("IHDR", head), chunk("IDAT", body), chunk("IEND", Buffer.alloc(0))]);
}

function read(png) {
  const parts = [];
  let [width, height, channels] = [0, 0, 0];
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    const kind = png.toString("latin1", at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + length);
    if (kind === "IHDR")
      [width, height, channels] = [body.readUInt32BE(0), body.readUInt32BE(4), { 2: 3, 6: 4 }[body[9]]];
    if (kind === "IDAT") parts.push(body);
    at += length + 12;
  }
  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const data = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    for (let i = 0; i < stride; i++) {
      const at = y * stride + i;
      const a = i >= channels ? data[at - channels] : 0;
      const b = y ? data[at - stride] : 0;
      const c = y && i >= channels ? data[at - stride - channels] : 0;
      data[at] = raw[y * (stride + 1) + 1 + i] + predict(filter, a, b, c);
    }
  }
  return { width, height, channels, data };
}

/** What each of the five filters expects, from the left, the upper and the upper left neighbour. */
function predict(filter, a, b, c) {
  if (filter === 0) return 0;
  if (filter === 1) return a;
  if (filter === 2) return b;
  if (filter === 3) return (a + b) >> 1;
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

function chunk(kind, body) {
  const named = Buffer.concat([Buffer.from(kind, "latin1"), body]);
  const whole = Buffer.alloc(body.length + 12);
  whole.writeUInt32BE(body.length, 0);
  named.copy(whole, 4);
  whole.writeUInt32BE(crc(named), body.length + 8);
  return whole;
}

/** Older Node has no crc32 of its own. */
function crc(data) {
  if (crcOf) return crcOf(data);
  let sum = ~0;
  for (const byte of data) {
    sum ^= byte;
    for (let k = 0; k < 8; k++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}
