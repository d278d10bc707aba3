import { andThen } from "../../../core/maybe.js";
import { isTooDeep, type JsonValue } from "../../../core/json.js";
import { iso } from "../../../core/time/utc.js";
import type { NamedPortfolio } from "../../../model/portfolio.js";
import type { Exchange, Team } from "../../../venue/index.js";
import type { Answers } from "../../answers.js";
import type { ApiKeys } from "../../api-keys.js";
import { placeOf } from "../../wire.js";
import { BalanceRows } from "./balance-rows.js";
import { internalError } from "./errors.js";
import type { DeployedHandlers } from "./handlers.js";
import { columnText, fieldsOf } from "./sent.js";
import { deployedTrade } from "./wire.js";

type AccountOperation = "getProfile" | "updateProfile" | "resetApiKey" | "getBalances" | "getPortfolio" | "getTrades";

/** Characters of the database's column. */
const LONGEST_CONTACT = 100;

export function accountHandlers(
  exchange: Exchange,
  keys: ApiKeys,
  answers: Answers,
): DeployedHandlers<AccountOperation> {
  const { registry } = exchange;
  const rows = new BalanceRows(exchange);
  const portfolioText = (teamId: string, portfolio: NamedPortfolio): string => {
    const { totalValue, snapshotAt, source } = portfolio;
    const tokens = portfolio.tokens.map(({ token, amount, price, value }) => {
      const { token: address, chain, specificChain } = placeOf(registry, token);
      // Of EVM tokens the service does not say the specific chain here.
      const place = chain === "evm" ? { chain } : { chain, specificChain };
      return { token: address, amount: amount.toNumber(), price, value, ...place };
    });
    const at = snapshotAt === null ? {} : { snapshotTime: iso(snapshotAt) };
    return JSON.stringify({ success: true, teamId, totalValue, tokens, ...at, source });
  };
  return {
    getProfile: ({ teamId }) => profileText(exchange.team(teamId)),
    updateProfile({ teamId, body }) {
      const fields = fieldsOf(body);
      const contactPerson = fields.has("contactPerson") ? contactOf(fields.get("contactPerson")) : undefined;
      // What was parsed from JSON, or from a form, is JSON.
      const metadata = fields.get("metadata") as JsonValue | undefined;
      if (isTooDeep(metadata)) throw internalError();
      return profileText(exchange.updateProfile(teamId, { contactPerson, metadata }));
    },
    resetApiKey: ({ teamId }) => answers.fresh("resetApiKey", { success: true, apiKey: keys.issue(teamId) }),
    getBalances: ({ teamId }) =>
      answers.kept(exchange.balances(teamId), () =>
        JSON.stringify({ success: true, teamId, balances: rows.of(teamId) }),
      ),
    getPortfolio: ({ teamId }) =>
      // The oldest snapshot, for ever: the service sorts its snapshots the wrong way round.
      andThen(exchange.oldestPortfolio(teamId) ?? exchange.portfolio(teamId), (portfolio) =>
        portfolioText(teamId, portfolio),
      ),
    getTrades({ teamId }) {
      const trades = exchange.trades(teamId);
      return answers.kept(trades, () =>
        JSON.stringify({ success: true, teamId, trades: trades.map((trade) => deployedTrade(registry, trade)) }),
      );
    },
  };
}

/** A contact as the database keeps it. Throws where the column does not take it. */
function contactOf(sent: unknown): string {
  const text = columnText(sent);
  if (text === undefined || text.length > LONGEST_CONTACT || text.includes("\0")) throw internalError();
  return text;
}

function profileText(team: Team): string {
  const { id, name, email, contactPerson, metadata, createdAt, updatedAt } = team;
  const times = { createdAt: iso(createdAt), updatedAt: iso(updatedAt) };
  return JSON.stringify({ success: true, team: { id, name, email, contactPerson, metadata, ...times } });
}
