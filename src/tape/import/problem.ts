import { TapeOrderError, TapeRowError } from "../errors.js";

/** What is wrong with a line of a file. */
interface RowProblem {
  readonly code: "TAPE_ROW" | "TAPE_ORDER";
  readonly file: string;
  readonly line: number;
  readonly problem: string;
  readonly remedy: string;
}

/** Takes problems: throws the first one, or keeps them all. */
export type OnProblem = (problem: RowProblem) => void;

/** Refuses the file with its first problem. */
export const refuse: OnProblem = ({ code, file, line, problem, remedy }) => {
  const text = `${file}, line ${line}: ${problem}`;
  throw code === "TAPE_ORDER" ? new TapeOrderError(text, { remedy }) : new TapeRowError(text, { remedy });
};
