import { ContenderError } from "../core/errors.js";

/** What a JournalWriter throws when it could not write: nothing of that call is in the journal, and nothing may be sent. */
export abstract class JournalError extends ContenderError {}
