const FOLDERS = ["execution", "ledger", "risk", "gateway/limits", "engine/session"];

/** The folders of src, and of test, that mutation tests look at. */
export function mutantFolders() {
  const named = process.env.MUTANTS?.split(",").filter((folder) => folder !== "") ?? [];
  return named.length > 0 ? named : FOLDERS;
}
