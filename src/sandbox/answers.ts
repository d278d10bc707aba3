import { encodeAnswer, type Answer, type OperationId } from "../contract/index.js";

/** Turns answers into the JSON that is sent; what is sent again and again is written once. */
export class Answers {
  readonly #kept = new WeakMap<object, string>();

  fresh<Id extends OperationId>(id: Id, answer: Answer<Id>): string {
    return JSON.stringify(encodeAnswer(id, answer));
  }

  /** What `write` gives, once for each `source`: an object that the exchange replaces when what it says changes, and that only one answer is made of. */
  kept(source: object, write: () => string): string {
    let text = this.#kept.get(source);
    if (text === undefined) {
      text = write();
      this.#kept.set(source, text);
    }
    return text;
  }
}
