import { TapeFileError } from "../errors.js";

interface Foreign {
  /** Each sign a byte. */
  readonly begins: string;
  readonly what: string;
  readonly remedy: string;
}

const BY_HAND = "Unpack it first, and give the CSV file in it.";

/** What is taken for CSV and is not, told by its first bytes. */
const FOREIGN: readonly Foreign[] = [
  {
    begins: "PK\x03\x04",
    what: "a zip archive",
    remedy: "Unpack it (`unzip FILE`), and give the CSV file that was in it.",
  },
  { begins: "PK\x05\x06", what: "an empty zip archive", remedy: "Fetch the file again." },
  { begins: "7z\xbc\xaf", what: "a 7z archive", remedy: BY_HAND },
  { begins: "Rar!", what: "a rar archive", remedy: BY_HAND },
  { begins: "\xfd7zXZ", what: "packed with xz", remedy: "Unpack it first: `xz -d FILE`." },
  { begins: "BZh", what: "packed with bzip2", remedy: "Unpack it first: `bunzip2 FILE`." },
  { begins: "\x28\xb5\x2f\xfd", what: "packed with zstd", remedy: "Unpack it first: `zstd -d FILE`." },
  { begins: "PAR1", what: "Parquet", remedy: "Write it as CSV: in pandas, `pd.read_parquet(FILE).to_csv(NEW)`." },
  { begins: "ARROW1", what: "Feather", remedy: "Write it as CSV: in pandas, `pd.read_feather(FILE).to_csv(NEW)`." },
  { begins: "\x89HDF", what: "HDF5", remedy: "Write it as CSV: in pandas, `pd.read_hdf(FILE).to_csv(NEW)`." },
  { begins: "\xd0\xcf\x11\xe0", what: "an Excel workbook", remedy: "Save its sheet as CSV (UTF-8)." },
  {
    begins: "<",
    what: "a web page or XML",
    remedy: "Fetch the file itself. The saved page may be a login or error page.",
  },
];

const WORKBOOK = "xl/workbook.xml";

/** Throws TapeFileError for a file of another kind. */
export function checkKind(file: string, bytes: Uint8Array): void {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 16)).toString("latin1");
  const found = FOREIGN.find(({ begins }) => head.startsWith(begins) && !isColumnName(head));
  if (found === undefined) return;
  if (found.begins === "PK\x03\x04" && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(WORKBOOK))
    throw new TapeFileError(`${file} is an Excel workbook`, { remedy: "Save its sheet as CSV (UTF-8)." });
  throw new TapeFileError(`${file} is ${found.what}`, { remedy: found.remedy });
}

/** `<DATE>`, as MetaTrader and Stooq begin their files. */
const isColumnName = (head: string): boolean => /^<[A-Z]+>/.test(head);
