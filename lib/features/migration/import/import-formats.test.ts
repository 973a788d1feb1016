import { expect, test } from "vitest";
import { validateLine } from "@/lib/features/migration/contract/user-import";
import { csvRecords } from "@/lib/features/migration/import/csv-records";
import { firebaseParameters } from "@/lib/features/migration/import/firebase-format";
import { formattedLines } from "@/lib/features/migration/import/import-formats";
import { jsonElements } from "@/lib/features/migration/import/json-elements";
import { jsonLines } from "@/lib/features/migration/import/json-lines";
import type { ImportFormat } from "@/lib/features/migration/import/user-import";

/** A text in pieces of a number of bytes. */
async function* inPieces(text: string, size: number) {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found = [];
  for await (const item of items) found.push(item);
  return found;
}

const realm = JSON.stringify({
  id: 'the "users": [',
  nested: { users: [{ wrong: 1 }] },
  users: [{ a: "}" }, { b: ["]", { c: "é\\" }] }],
  after: [{ wrong: 2 }],
});

test.each([1, 2, 3, 7, 1000])(
  "a document in pieces of %d bytes gives its list's objects",
  async (size) => {
    expect(await all(jsonElements(inPieces(realm, size), "users"))).toEqual([
      { line: 1, value: { a: "}" } },
      { line: 2, value: { b: ["]", { c: "é\\" }] } },
    ]);
    for (const whole of ['[{"a":1},\n{"a":2}]', '{"a":1}\n{"a":2}\n'])
      expect(await all(jsonElements(inPieces(whole, size), null))).toEqual([
        { line: 1, value: { a: 1 } },
        { line: 2, value: { a: 2 } },
      ]);
  },
);

test("an incomplete document is refused", async () => {
  await expect(all(jsonElements(inPieces('{"users":[{"a":1}', 5), "users"))).rejects.toThrow(
    "ends",
  );
});

test.each([1, 4, 1000])(
  "CSV in pieces of %d bytes retains commas, quotes and newlines in quotes",
  async (size) => {
    const text = 'a,b\r\n"x, ""y""","two\nlines"\n\n,last';
    expect(await all(csvRecords(inPieces(text, size)))).toEqual([
      ["a", "b"],
      ['x, "y"', "two\nlines"],
      ["", "last"],
    ]);
    await expect(all(csvRecords(inPieces('"open', size)))).rejects.toThrow("quotes");
  },
);

test("a CSV record has a maximum length, and text behind a closing quote leaves the quotes in the field", async () => {
  await expect(all(csvRecords(inPieces(`a,"${"x".repeat(70_000)}`, 1000)))).rejects.toThrow(
    "A record is longer than 65536 characters.",
  );
  expect(await all(csvRecords(inPieces('a,"x"y,z"\n', 1)))).toEqual([["a", '"x"y', 'z"']]);
});

test.each([1, 5, 1000])(
  "NDJSON in pieces of %d bytes counts empty lines and continues after a bad one",
  async (size) => {
    const lines = await all(jsonLines(inPieces('{"é":1}\n\n{\n{"b":2}', size)));
    expect(lines).toEqual([
      { line: 1, value: { é: 1 } },
      { line: 3, problem: "The line is not valid JSON." },
      { line: 4, value: { b: 2 } },
    ]);
  },
);

test("the parameters of a Firebase project are read as the console shows them", () => {
  const { rounds, memCost, signerKey, saltSeparator } = firebaseParameters(
    "hash_config {\n  algorithm: SCRYPT,\n  base64_signer_key: QUJD==,\n  base64_salt_separator: Bw==,\n  rounds: 8,\n  mem_cost: 14,\n}",
  );
  expect({ rounds, memCost }).toEqual({ rounds: 8, memCost: 14 });
  expect([signerKey.toString(), saltSeparator[0]]).toEqual(["ABC", 7]);
});

test("a line with characters that PostgreSQL refuses is reported with a storable address and external id", () => {
  const read = validateLine(3, { email: "a\u0000@b", external_id: "x\ud800", display_name: 5 });
  expect(read).toMatchObject({
    problem: { line: 3, email: "a@b", externalId: "x\ufffd", code: "malformed" },
  });
});

const csv = (text: string, columns: Record<string, string> = {}) =>
  all(formattedLines(inPieces(text, 3), "csv", validateLine, { columns }));

test.each([
  ["semicolons", 'email;Display_Name\na@b.example;"Ada; ""x"""\n'],
  ["tabs", 'EMAIL\tdisplay_name\r\n"a@b.example"\t"Ada; ""x"""'],
  ["sep=", 'sep=|\r\nemail|display_name\r\na@b.example|"Ada; ""x"""'],
  ["a byte order mark and spaces", '\ufeff Email , Name\n a@b.example ,"Ada; ""x"""'],
])("CSV with %s is read by its first line", async (_, text) => {
  expect(await csv(text, { name: "display_name" })).toMatchObject([
    { user: { email: "a@b.example", displayName: 'Ada; "x"' } },
  ]);
});

test.each([
  ["email,email\na@b.example,c@d.example", "names email twice"],
  ["email,Email\na@b.example,c@d.example", "names email twice"],
  ["Mail,Name\na@b.example,Ada", "no field of a user: mail, name"],
  ["display_name\nAda", "no column email"],
  ["a@b.example;Ada\nc@d.example;Grace", "no field of a user"],
])("CSV whose first line fits no user is refused once: %j", async (text, why) => {
  await expect(csv(text)).rejects.toThrow(why);
});

const suspended: [ImportFormat, unknown, unknown][] = [
  ["auth0", { user_id: "7", email: "a@b.example", blocked: true }, { blocked: false }],
  ["keycloak", { users: [{ id: "7", email: "a@b.example", enabled: false }] }, { enabled: true }],
  [
    "firebase",
    { users: [{ localId: "7", email: "a@b.example", disabled: true }] },
    { disabled: false },
  ],
  [
    "cognito",
    {
      Users: [
        { Username: "7", Attributes: [{ Name: "email", Value: "a@b.example" }], Enabled: false },
      ],
    },
    { Enabled: true },
  ],
  ["logto", { id: "7", primaryEmail: "a@b.example", isSuspended: true }, { isSuspended: false }],
  ["better-auth", { id: "7", email: "a@b.example", banned: true }, { banned: false }],
];

test.each(suspended)(
  "%s: a disabled user is imported as suspended, and any other has no status",
  async (format, value, good) => {
    const read = (document: unknown) =>
      all(formattedLines(inPieces(JSON.stringify(document), 1000), format, validateLine));
    const about = { email: "a@b.example", externalId: "7" };
    expect(await read(value)).toMatchObject([{ line: 1, user: { ...about, status: "suspended" } }]);
    const [list] = Object.entries(value as object).find(([, one]) => Array.isArray(one)) ?? [];
    const other =
      list === undefined || list === "Attributes"
        ? { ...(value as object), ...(good as object) }
        : {
            [list]: (value as Record<string, object[]>)[list]?.map((one) => ({
              ...one,
              ...(good as object),
            })),
          };
    expect(await read(other)).toMatchObject([{ line: 1, user: { ...about, status: null } }]);
  },
);

test.each([
  ["auth0", '{"user_id":"7","email":"a@b.example","blocked":"perhaps"}'],
  ["logto", '{"id":"7","primaryEmail":"a@b.example","isSuspended":"perhaps"}'],
  ["csv", "email,external_id,locale\na@b.example,7"],
] as const)("%s: a line that can't be read says whose it is", async (format, text) => {
  const lines = await all(formattedLines(inPieces(text, 1000), format, validateLine));
  expect(lines).toMatchObject([
    { problem: { email: "a@b.example", externalId: "7", code: "malformed" } },
  ]);
});
