/**
 * For zod's parsers, of what a process reads once: zod would first write code for it and compile that, which takes as long
 * again as to read it.
 */
export const PARSED_ONCE = { jitless: true } as const;
