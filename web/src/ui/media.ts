// The widths of tokens.css, for what is laid out differently and not only styled so.
export const NARROW = "(max-width: 760px)";
export const UPRIGHT = "(max-width: 860px) and (orientation: portrait)";
export const LYING = "(max-height: 480px) and (orientation: landscape)"; // a phone on its side
export const SMALL = `${UPRIGHT}, ${LYING}`;
