import { printable } from "../core/printable.js";

/** What a spreadsheet takes for the beginning of a formula, and what parts or quotes the cells of a CSV file. */
const CSV_MEANS = /^[=+\-@]|[,"]/;

/** Whether a token's name can stand on a line of a log and in a cell of a CSV file, and be read back from there. */
export function isPlainName(name: TokenName): boolean {
  return name !== "" && !CSV_MEANS.test(name) && printable(name) === name;
}

/** The kind of blockchain a token lives on, as trade requests name it. */
export type Chain = "evm" | "svm";

/** The chains that the service knows by name (service-interface 4.5). */
export const SPECIFIC_CHAINS = [
  "eth",
  "polygon",
  "bsc",
  "arbitrum",
  "optimism",
  "avalanche",
  "base",
  "linea",
  "zksync",
  "scroll",
  "mantle",
  "svm",
] as const;
export type SpecificChain = (typeof SPECIFIC_CHAINS)[number];

/**
 * The name of a token everywhere inside Contender: `ALIAS.chain`, such as `WETH.eth`; a token that
 * config does not name is called by its address, `0xc02a….eth`. Unique within a registry.
 */
export type TokenName = string;

/** What a token's name is made of; the chain is empty where the name has none. */
export function partsOfName(name: TokenName): { readonly alias: string; readonly specificChain: string } {
  const dot = name.lastIndexOf(".");
  return dot === -1
    ? { alias: name, specificChain: "" }
    : { alias: name.slice(0, dot), specificChain: name.slice(dot + 1) };
}

/** A token: an address on a specific chain. The same address may live on several chains. */
export interface Token {
  readonly name: TokenName;
  /** As given; EVM addresses are compared without regard to case. */
  readonly address: string;
  readonly chain: Chain;
  /** A name of SPECIFIC_CHAINS, or one that a newer service sends. */
  readonly specificChain: string;
  /** Whether it is its chain's cash token: what the unspent part of a book is held in. */
  readonly cash: boolean;
}

/** The address of a token, on an EVM chain or on Solana. */
export const ADDRESS = /^(0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/;

/** The chain of an address whose chain is not said: `0x…` is evm, anything else svm. */
export function chainOfAddress(address: string): Chain {
  return address.startsWith("0x") ? "evm" : "svm";
}

/** The same text for the same token, however its address is written. */
export function tokenKey(address: string, specificChain: string): string {
  return `${specificChain.toLowerCase()}:${address.startsWith("0x") ? address.toLowerCase() : address}`;
}
