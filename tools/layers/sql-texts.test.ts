// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these texts are code.

import { describe, expect, it } from "vitest";
import { parse } from "./parsed";
import { sqlTextFindings } from "./sql-texts";

const problemsOf = (text: string, file = "lib/core/users/user-store.ts") =>
  sqlTextFindings(parse(file, text)).map(({ problem }) => problem);

describe("a value in the text of a statement", () => {
  it.each([
    ["in a template", "client.query(`ANALYZE ${tables.join(', ')}`)"],
    ["in a template of any beginning", "client.query(`${table} ORDER BY id`)"],
    ["in a sum", 'client.query("DELETE FROM " + table)'],
    ["in a list that is joined", 'client.query(["SELECT", column].join(" "))'],
    ["that is a parameter", "const f = (table: string) => { run(`SELECT 1 FROM ${table}`); }"],
    ["that is a field", "class A { f() { return `COPY (${this.select}) TO STDOUT`; } }"],
    ["that may change", "let at = '1'; run(`SELECT ${at}`)"],
    ["that is made of another", "const f = (a) => { const b = `x${a}`; run(`SELECT ${b}`); }"],
    ["that hides a constant", "const a = '1'; const f = (a) => run(`SELECT ${a}`)"],
    ["of another file", 'import { table } from "./table"; run(`SELECT 1 FROM ${table}`)'],
    ["within quotes", "run(`UPDATE a SET b = '${value}'`)"],
    ["for Prisma", "sql.$executeRawUnsafe(`${change}`)"],
    ["of a map that quotes nothing", "run(`ANALYZE ${tables.map((t) => t.name).join()}`)"],
  ])("is found %s", (_, text) => {
    expect(problemsOf(text)).toEqual(["puts a value into the text of a statement"]);
  });

  it.each([
    ["a parameter of a tag", "db.query(read`SELECT ${column} FROM users WHERE id = ${id}`)"],
    ["a quoted name", "client.query(`ANALYZE ${client.escapeIdentifier(table)}`)"],
    ["quoted names", "run(`ANALYZE ${tables.map((t) => pg.escapeIdentifier(t)).join(', ')}`)"],
    ["a number", "client.query(`SET lock_timeout = ${Math.floor(ms)}`)"],
    ["a constant", "const a = 'x'; const b = `y${a}`; run(`CREATE DATABASE ${b}`)"],
    ["a constant of another file", 'import { LIVE } from "./live"; run(`DROP DATABASE ${LIVE}`)'],
    ["one of two texts", "run(`DROP DATABASE x${force ? ' WITH (FORCE)' : ''}`)"],
    ["a text that is no statement", "throw new Error(`Select ${what}`)"],
    ["a statement made elsewhere", "client.query(text, values)"],
  ])("is not %s", (_, text) => {
    expect(problemsOf(text)).toEqual([]);
  });
});

it("functions that turn any text into SQL are imported in one file alone", () => {
  const text = 'import sql, { raw as part } from "sql-template-tag";';
  expect(problemsOf(text)).toEqual(["makes SQL of any text"]);
  expect(problemsOf(text, "lib/kernel/db/queryable.ts")).toEqual([]);
});
