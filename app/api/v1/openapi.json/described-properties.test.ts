import { expect, test } from "vitest";
import { GET } from "@/app/api/v1/openapi.json/route";
import { call } from "@/tests/support/call-route";

type Schema = Record<string, unknown>;
type Described = {
  paths: Record<string, Record<string, Schema>>;
  components: { schemas: Record<string, Schema> };
};

/** Routes that set up a tenant by script: the authors of pipelines read nothing but the description. */
const provisioning =
  /^\/api\/v1\/(operator\/tenants\/\{id\}\/(?!retention|hold|disable|enable|installation-maximum|identity-sources)|management\/(apps|organization-types)(\/|$))/;

/** Returns the properties without a description, below a schema: each once, by the name of its parent. */
function undescribed(
  schema: unknown,
  components: Described["components"],
  holder: string,
  seen = new Set<string>(),
): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { $ref: ref, properties, ...rest } = schema as Schema;
  if (typeof ref === "string") {
    const name = ref.split("/").at(-1) ?? "";
    if (seen.has(name)) return [];
    seen.add(name);
    return undescribed(components.schemas[name], components, name, seen);
  }
  const own = Object.entries((properties ?? {}) as Record<string, Schema>).flatMap(
    ([name, property]) => [
      ...(hasDescription(property, components) ? [] : [`${holder}.${name}`]),
      ...undescribed(property, components, `${holder}.${name}`, seen),
    ],
  );
  const inner = Object.values(rest).flatMap((value) =>
    [value].flat().flatMap((one) => undescribed(one, components, holder, seen)),
  );
  return [...own, ...inner];
}

/** Whether a property has a description, of its own or in the schema that it refers to. */
function hasDescription(property: Schema, components: Described["components"]): boolean {
  if (typeof property.description === "string") return true;
  const refs = JSON.stringify(property).match(/#\/components\/schemas\/\w+/g) ?? [];
  return refs.some((ref) => components.schemas[ref.split("/").at(-1) ?? ""]?.description);
}

test("every property of the routes that set a tenant up is described, and every id of a path has a form", async () => {
  const { body } = await call(GET, { path: "/api/v1/openapi.json" });
  const { paths, components } = body as Described;
  const operations = Object.entries(paths)
    .filter(([path]) => provisioning.test(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]) => [`${method} ${path}`, one] as const),
    );
  expect(operations.length).toBeGreaterThan(35);
  const found = operations.flatMap(([name, { requestBody, responses, parameters }]) => {
    const successes = Object.entries((responses ?? {}) as Schema).filter(
      ([status]) => status < "300",
    );
    const forms = ((parameters ?? []) as { name: string; schema?: Schema }[])
      .filter(({ schema }) => !schema?.format && !schema?.pattern && !schema?.description)
      .map((parameter) => `${name} ${parameter.name}`);
    const bodies = [requestBody, ...successes.map(([, answer]) => answer)].map((one) =>
      Object.values(
        ((one ?? {}) as { content?: Record<string, { schema: Schema }> }).content ?? {},
      ).map(({ schema }) => schema),
    );
    return [...forms, ...undescribed(bodies, components, name)];
  });
  expect([...new Set(found)]).toEqual([]);
});
