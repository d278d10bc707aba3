export const JSON_TYPE = "application/json; charset=utf-8";

/** The body of every refusal. */
export const errorBody = (error: string): string => JSON.stringify({ success: false, error });
