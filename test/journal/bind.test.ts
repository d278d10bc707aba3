import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { Decimal } from "../../src/core/number/decimal.js";
import { Database } from "../../src/journal/database.js";
import { JournalRecordError } from "../../src/journal/errors.js";
import { folder } from "./support.js";

function database(): Database {
  const db = new Database(join(folder(), "bind.db"));
  onTestFinished(() => db.close());
  db.exec("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT) STRICT");
  return db;
}

describe("a statement's parameters", () => {
  it("are bound wherever they are named, in whatever order they are given", () => {
    const db = database();
    db.statement("INSERT INTO t (a, b) VALUES (:one || :two, :two || :one)").run({ two: "2", one: "1" });
    const rows = [...db.each("SELECT a, b FROM t WHERE a = :a OR b = :a", { a: "12" })];
    expect(rows.map((row) => [row.text("a"), row.text("b")])).toEqual([["12", "21"]]);
  });

  it("are an error if one is missing, and NULL only if they are null", () => {
    const db = database();
    const insert = db.insert("t", ["a", "b"]);
    expect(() => insert.run({ a: "x" })).toThrow(/:b is missing/);
    insert.run({ a: "x", b: null });
    expect(db.statement("SELECT b FROM t").get()?.isNull("b")).toBe(true);
  });

  it.each([NaN, Infinity, -Infinity])("are no amount if one is %s: nothing is written", (value) => {
    const db = database();
    const insert = db.insert("t", ["a", "b"]);
    expect(() => insert.run({ a: new Decimal(value), b: null })).toThrow(JournalRecordError);
    expect(db.statement("SELECT b FROM t").get()).toBeUndefined();
  });
});
