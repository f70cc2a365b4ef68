// Numbers as a language writes them.

/** With one decimal, a true minus and no minus zero. */
export const tenths = (n: number, language: string): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: "negative" })
    .format(n)
    .replace("-", "−");
