// The widths of tokens.css, for what is laid out differently and not only styled so.
export const NARROW = "(max-width: 760px)";
export const UPRIGHT_PHONE = "(max-width: 760px) and (orientation: portrait)";
