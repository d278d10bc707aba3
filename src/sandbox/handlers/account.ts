import { andThen } from "../../core/maybe.js";
import { isJsonObject, type JsonValue } from "../../core/json.js";
import type { Answer } from "../../contract/index.js";
import type { Exchange, Team } from "../../venue/index.js";
import type { Answers } from "../answers.js";
import type { ApiKeys } from "../api-keys.js";
import type { Handlers } from "../handlers.js";
import { placeOf, wireTrade } from "../wire.js";

type AccountOperation = "getProfile" | "updateProfile" | "resetApiKey" | "getBalances" | "getPortfolio" | "getTrades";

/** Service-interface 4.1. */
export function accountHandlers(exchange: Exchange, keys: ApiKeys, answers: Answers): Handlers<AccountOperation> {
  const { registry } = exchange;
  const profile = (team: Team): string => answers.kept(team, () => answers.fresh("getProfile", profileAnswer(team)));
  return {
    getProfile: ({ teamId }) => profile(exchange.team(teamId)),
    updateProfile: ({ teamId, body: { contactPerson, metadata } }) =>
      // What was parsed from JSON, and kept its unknown fields, is JSON.
      profile(exchange.updateProfile(teamId, { contactPerson, metadata: metadata as JsonValue | undefined })),
    resetApiKey: ({ teamId }) => answers.fresh("resetApiKey", { success: true, apiKey: keys.issue(teamId) }),
    getBalances({ teamId }) {
      const balances = exchange.balances(teamId);
      return answers.kept(balances, () =>
        answers.fresh("getBalances", {
          success: true,
          teamId,
          balances: balances.map(({ token, sent }) => ({ ...placeOf(registry, token), amount: sent })),
        }),
      );
    },
    getPortfolio: ({ teamId }) =>
      andThen(exchange.portfolio(teamId), (portfolio) =>
        answers.kept(portfolio, () =>
          answers.fresh("getPortfolio", {
            success: true,
            teamId,
            totalValue: portfolio.totalValue,
            tokens: portfolio.tokens.map(({ token, amount, price, value }) => ({
              ...placeOf(registry, token),
              amount: amount.toNumber(),
              price,
              value,
            })),
            snapshotTime: portfolio.snapshotAt,
            source: portfolio.source,
          }),
        ),
      ),
    getTrades({ teamId }) {
      const trades = exchange.trades(teamId);
      return answers.kept(trades, () =>
        answers.fresh("getTrades", {
          success: true,
          teamId,
          trades: trades.map((trade) => wireTrade(registry, trade)),
        }),
      );
    },
  };
}

function profileAnswer(team: Team): Answer<"getProfile"> {
  const { id, name, email, contactPerson, metadata, createdAt, updatedAt } = team;
  const shown = isJsonObject(metadata) ? metadata : null;
  return { success: true, team: { id, name, email, contactPerson, metadata: shown, createdAt, updatedAt } };
}
