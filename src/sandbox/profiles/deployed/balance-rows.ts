import { iso } from "../../../core/time/utc.js";
import type { Exchange } from "../../../venue/index.js";
import { placeOf } from "../../wire.js";

/** A team's balances as the rows of the deployed service's database: with ids and times, and `tokenAddress` for `token`. */
export class BalanceRows {
  readonly #exchange: Exchange;
  readonly #ids = new Map<string, number>();

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  of(teamId: string): object[] {
    const { registry } = this.#exchange;
    const times = this.#times(teamId);
    return this.#exchange.balances(teamId).map(({ token, sent }) => {
      const { token: tokenAddress, ...chains } = placeOf(registry, token);
      const { since, changed } = times(token);
      return {
        id: this.#id(`${teamId} ${token}`),
        teamId,
        tokenAddress,
        amount: sent,
        createdAt: iso(since),
        updatedAt: iso(changed),
        ...chains,
      };
    });
  }

  /** Since when the team has held each token, and when it traded it last. */
  #times(teamId: string): (token: string) => { readonly since: number; readonly changed: number } {
    const { createdAt } = this.#exchange.team(teamId);
    const active = this.#exchange.active();
    const begun = active?.startAt ?? createdAt;
    const bought = new Map<string, number>();
    const traded = new Map<string, number>();
    for (const { competitionId, from, to, at } of this.#exchange.trades(teamId)) {
      if (competitionId !== active?.id) continue;
      // Newest first: the last one seen is the first purchase.
      bought.set(to, at);
      for (const token of [from, to]) if (!traded.has(token)) traded.set(token, at);
    }
    const begunWith = new Set(Object.keys(active?.settings.startBalances ?? {}));
    return (token) => ({
      since: begunWith.has(token) ? begun : (bought.get(token) ?? begun),
      changed: traded.get(token) ?? begun,
    });
  }

  #id(key: string): number {
    const id = this.#ids.get(key) ?? this.#ids.size + 1;
    this.#ids.set(key, id);
    return id;
  }
}
