import { expect, test } from "vitest";
import { parse } from "./parsed";
import { fileFindings, sourceFindings } from "./source-rules";

const problemsOf = (file: string, text: string) =>
  sourceFindings(parse(file, text)).map(({ problem }) => problem);

test.each([
  ["const first_name = 1;", "names first_name"],
  ['const one = { "first_name": 1 };', "names first_name"],
  ["const mode = process.env.ATRIUM_MODE;", "reads process.env"],
])("%s is refused in a use case", (text, problem) => {
  expect(problemsOf("lib/core/users/create-user.ts", text)).toEqual([problem]);
});

test.each([
  ["lib/core/contract/user.ts", "const first_name = 1;"],
  ["lib/core/users/create-user.ts", "const event = { metadata: { first_name: 1 } };"],
  ["lib/core/users/create-user.ts", 'const value = "first_name";'],
  ["lib/kernel/config/config.ts", "const mode = process.env.ATRIUM_MODE;"],
])("%s may have %s", (file, text) => {
  expect(problemsOf(file, text)).toEqual([]);
});

test("a route without a method is refused, however it exports the others", () => {
  const file = "app/api/v1/users/route.ts";
  const all = "GET, POST, PUT, PATCH, DELETE, OPTIONS";
  expect(problemsOf(file, `export const { ${all} } = resource({});`)).toEqual([]);
  expect(problemsOf(file, `export { ${all} } from "@/lib/core/users/routes";`)).toEqual([]);
  expect(problemsOf(file, "export const GET = handle;")).toEqual([
    "does not export POST, PUT, PATCH, DELETE, OPTIONS",
  ]);
});

test.each(["lib/core/users/index.ts", "lib/utils/text.ts", "lib/core/users/helpers.ts"])(
  "%s is refused by its name",
  (file) => {
    expect(fileFindings(file)).toHaveLength(1);
  },
);
