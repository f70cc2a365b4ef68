// The letters that the typefaces of the page and of the atlas have. A sign that is not here is drawn as an icon.
const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i));
export const ASCII = range(0x20, 0x7e);
const LATIN = [...ASCII, ...range(0xa0, 0xff), ..."ıŒœ‐‑–—‘’‚“”„†•…‰‹›€™↑↓−"];
const MORE = [...range(0x100, 0x17f), ..."ȘșȚț"].filter((c) => !LATIN.includes(c)); // other languages with our letters
export const PARTS = { latin: LATIN, "latin-ext": MORE };
