import type { Ledger } from "../../ledger/index.js";
import type { TokenName } from "../../model/token.js";
import { sameList } from "./same-list.js";

/** The tokens whose prices are sampled: worked out once for each version of the books, and the same list for the same tokens. */
export class SampledTokens {
  #list: readonly TokenName[] = [];
  /** The ledger's version of which that is; NaN where there was none. */
  #version = Number.NaN;

  /** @param ask who says which they are */
  constructor(private readonly ask: () => readonly TokenName[]) {}

  /** @param ledger null where there are no books yet: then they are asked for each time */
  of(ledger: Pick<Ledger, "version"> | null): readonly TokenName[] {
    if (ledger === null || ledger.version !== this.#version) {
      this.#version = ledger?.version ?? Number.NaN;
      this.#list = sameList(this.#list, this.ask());
    }
    return this.#list;
  }
}
