import { beforeAll, expect, test } from "vitest";
import { streamList } from "@/lib/kernel/db/json-list";
import { JsonRows, type Rows, selectOf } from "@/lib/kernel/db/json-rows";
import { inlined, read, sql } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { whenSent } from "@/lib/kernel/process/lent-bytes";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";

let acme: TestEnvironment;
beforeAll(async () => {
  acme = await aTenant();
});

/** Every one-byte character but NUL, which PostgreSQL's text can't hold, and some of two, three and four. */
const SIGNS = String.fromCharCode(...Array.from({ length: 127 }, (_, at) => at + 1));
const TEXTS = [
  "",
  "a",
  "abc",
  "abcd",
  "abcde",
  `${SIGNS}é€🦊${SIGNS}`,
  '"',
  "\\\\",
  "\u2028\u007f",
  "x".repeat(300_000),
];
const MOMENTS = [
  ...[
    "1970-01-01T00:00:00Z",
    "1999-12-31T23:59:59.999Z",
    "2000-01-01T00:00:00Z",
    "2000-02-29T12:34:56.007Z",
  ],
  ...["0001-01-01T00:00:00.100Z", "2026-11-28T09:10:11.120Z", "9999-12-31T23:59:59.999Z"],
];

const rows: Rows = {
  columns: {
    id: ["uuid", sql`id`],
    'a "name"': ["text", sql`body`],
    none: ["text", sql`NULL::text`],
    kinds: ["texts", sql`ARRAY[body, NULL, 'x']`],
    nothing: ["texts", sql`'{}'::text[]`],
    is: ["boolean", sql`n % 2 = 0`],
    at: ["moment", sql`at`],
    list: ["json", sql`'[{"a":1}]'::text`],
  },
  from: sql`FROM (SELECT (ordinality || '0000000-89ab-cdef-0123-456789abcdef')::uuid AS id, body, ordinality AS n,
      (${JSON.stringify(MOMENTS)}::json ->> (ordinality::int % ${String(MOMENTS.length)}::int))::timestamptz(3) AS at
    FROM json_array_elements_text(${JSON.stringify(TEXTS)}::json) WITH ORDINALITY AS _ (body, ordinality) WHERE ordinality < 10
    UNION ALL SELECT '99999999-89ab-cdef-0123-456789abcdef', repeat('ü"', 100000), 10, '2026-11-28') r ORDER BY n`,
};

test("a list has the bytes that PostgreSQL itself would write, for all texts and moments", async () => {
  const stream = await streamList(acme, { name: "rows", rows }, new AbortController().signal);
  const answered = await new Response(stream).text();
  const moment = (key: string) => `to_char((${key})::timestamptz, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const own = await inTransaction(acme, (db) =>
    db.query({
      ...read<{ text: string }>`SELECT`,
      values: [],
      text: `SELECT row_to_json(r)::text AS text FROM (SELECT id, "a ""name""", none, kinds, nothing, "is",
        ${moment("at")} AS at, list::json AS list
        FROM (${inlined(selectOf(rows))}) AS _ (id, "a ""name""", none, kinds, nothing, "is", at, list)) r`,
    } as ReturnType<typeof read<{ text: string }>>),
  );
  expect(own).toHaveLength(10);
  expect(answered).toBe(`{"rows":[${own.map(({ text }) => text).join(",")}]}`);
});

/** A row of one column, as COPY has it. */
function rowOf(text: string): DataView {
  const bytes = Buffer.alloc(6 + text.length);
  bytes.writeInt16BE(1);
  bytes.writeInt32BE(text.length, 2);
  bytes.write(text, 6);
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

test("memory is reused once all of its pieces have been sent, and not before", () => {
  const pieces: Buffer[] = [];
  const json = new JsonRows(null, "\n", (piece) => pieces.push(piece));
  const write = (letter: string, sent: boolean) => {
    const row = rowOf(letter.repeat(50_000));
    json.write(row, 0, row.byteLength);
    json.flush();
    if (sent) whenSent(pieces.at(-1))?.();
  };
  const letters = [..."abcdefghijklmnop"];
  for (const letter of letters) write(letter, letter > "f");
  // The first six are being sent.
  for (const [at, letter] of letters.slice(0, 6).entries())
    expect(pieces[at]?.toString().trim()).toBe(letter.repeat(50_000));
  const memories = new Set(pieces.slice(6).map(({ buffer }) => buffer));
  expect(memories.size).toBeLessThan(4);
});

test("a row with unexpected columns is refused", () => {
  const json = new JsonRows(rows.columns, ",", () => {});
  const row = rowOf("x");
  expect(() => json.write(row, 0, row.byteLength)).toThrow("other columns");
});
