export const ASCII: string[];
export const PARTS: Record<string, string[]>;
