import { expect, test } from "vitest";
import { openApiDocument } from "@/lib/core/http/openapi";
import { described, operations } from "@/tests/support/operations";

// Everything that has a list also has a single read, on every plane, by the description. Each resource's own
// tests compare the two.

interface Schema {
  $ref?: string;
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  /** Objects of several kinds. */
  oneOf?: Schema[];
  anyOf?: Schema[];
}
interface Described {
  paths: Record<string, { get?: Read }>;
  components: { schemas: Record<string, Schema> };
}
interface Read {
  operationId: string;
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

/** Lists of things without an id of their own, or with a read elsewhere. */
const READ_ELSEWHERE: Record<string, string> = {
  listLimits: "settings of the process, which the whole list is about",
  listQueues: "figures at a moment",
  listRoleApps: "apps, which are read at management/apps/{id}",
};

const { paths, components } = openApiDocument(described) as unknown as Described;
const resolved = (schema: Schema): Schema =>
  schema.$ref ? (components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}) : schema;

/** The fields of an object, or of the objects that it may be. */
function fieldsOf(schema: Schema): string[] {
  const { properties = {}, oneOf = [], anyOf = [] } = resolved(schema);
  return [...Object.keys(properties), ...[...oneOf, ...anyOf].flatMap(fieldsOf)];
}

/** Returns the schema of the list's entries, or null where the answer is no list. An answer is a list if its
 *  first property is an array of objects, or the operation's name begins with `list`. */
function entryOf({ operationId, responses }: Read): Schema | null {
  const answered = responses["200"]?.content?.["application/json"];
  const properties = Object.values(resolved(answered?.schema ?? {}).properties ?? {});
  const at = properties.findIndex(({ items }) => items && fieldsOf(items).length > 0);
  if (at > 0 && !operationId.startsWith("list")) return null;
  return properties[at]?.items ?? null;
}

const lists = Object.entries(paths).flatMap(([path, { get }]) => {
  const entry = get && path.startsWith("/api/") && entryOf(get);
  return entry ? [{ path, id: get.operationId, entry }] : [];
});

test("every operation named a list is found as one", () => {
  const found = lists.map(({ id }) => id);
  const called = operations.filter(({ id, answers }) => id.startsWith("list") && "ok" in answers);
  const streamed = ["listUserImportProblems"];
  expect(found.toSorted()).toEqual(
    called
      .map(({ id }) => id)
      .filter((id) => !streamed.includes(id))
      .toSorted(),
  );
});

test.each(lists.filter(({ id }) => !(id in READ_ELSEWHERE)))(
  "$path has a single read, of what is in the list",
  ({ path, entry }) => {
    const [single] = Object.entries(paths).flatMap(([other, { get }]) =>
      other.replace(/\/\{\w+\}$/, "") === path && other !== path && get ? [get] : [],
    );
    expect(single, "a single read").toBeDefined();
    const read = single?.responses["200"]?.content?.["application/json"]?.schema ?? {};
    expect(fieldsOf(read)).toEqual(expect.arrayContaining(fieldsOf(entry)));
  },
);

test("every excused operation is a list", () => {
  const ids = lists.map(({ id }) => id);
  expect(Object.keys(READ_ELSEWHERE).filter((id) => !ids.includes(id))).toEqual([]);
});
