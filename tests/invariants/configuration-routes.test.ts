import { expect, test } from "vitest";
import { openApiDocument } from "@/lib/core/http/openapi";
import { configurationSchema } from "@/lib/features/configuration/contract/tenant-configuration-schema";
import { described } from "@/tests/support/operations";

// A tenant with HTTP alone can write the same things one by one: every part of its configuration file has a
// route.

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}
interface Operation {
  operationId: string;
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** Operations that write each section: its fields are fields of their bodies. */
const WRITTEN_BY: Record<string, readonly string[]> = {
  tenant: ["createTenant"],
  security_policy: ["changeSecurityPolicy"],
  branding: ["changeBranding"],
  environments: ["createEnvironment", "changeEnvironment"],
  organization_types: ["createOrganizationType", "changeOrganizationType"],
  apps: ["createApp", "changePackagePolicy"],
  roles: ["createRole", "replaceRoleApps"],
  packages: ["createPackage", "changePackage", "replacePackageApps"],
  entitlement_policy: ["changeEntitlementPolicy"],
  oidc_clients: ["createOidcClient"],
  identity_sources: ["createIdentitySource", "changeIdentitySource"],
  passkeys: ["changeEnvironment"],
  previous_system: ["changePreviousSystem"],
};
/** Fields with another name in the body, or with a route of their own: the other name, or that route. */
const OTHERWISE: Record<string, string> = {
  "apps.status": "disableApp",
  "identity_sources.status": "identity source's own field",
  "oidc_clients.client_secret": "addOidcClientSecret",
};
const AS_IDS: Record<string, string> = {
  apps: "app_ids",
  app: "app_id",
  default_package: "default_package_id",
  organization: "organization_id",
};

const { paths, components } = openApiDocument(described) as unknown as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};
const declared = new Map(
  Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .map((operation) => [operation.operationId, operation]),
);

const fileSchema = configurationSchema() as Schema & { $defs?: Record<string, Schema> };
const target = (schema: Schema, from: Record<string, Schema>): Schema =>
  schema.$ref ? (from[schema.$ref.split("/").at(-1) ?? ""] ?? {}) : schema;

/** The names of all fields at any depth of an object that is no record. */
function fieldsIn(schema: Schema, from: Record<string, Schema>, depth = 0): string[] {
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = target(schema, from);
  if (depth > 6) return [];
  const inner = [...Object.values(properties), ...(items ? [items] : [])];
  return [
    ...Object.keys(properties),
    ...[...inner, ...anyOf, ...oneOf, ...allOf].flatMap((one) => fieldsIn(one, from, depth + 1)),
  ];
}

function bodyFields(id: string): string[] {
  const schema = declared.get(id)?.requestBody?.content["application/json"]?.schema;
  return schema ? fieldsIn(schema, components.schemas) : [];
}

/** The sections of a file, each with its own fields. */
function sections(): [section: string, fields: string[]][] {
  const defs = fileSchema.$defs ?? {};
  const own = (schema: Schema | undefined): Record<string, Schema> => {
    const { properties, additionalProperties, anyOf = [] } = target(schema ?? {}, defs);
    if (properties) return properties;
    if (typeof additionalProperties === "object") return own(additionalProperties);
    return Object.assign({}, ...anyOf.map(own));
  };
  const { tenant, environments } = fileSchema.properties ?? {};
  const all = { tenant, environments, ...own(tenant), ...own(environments) };
  return Object.entries(all)
    .filter(([, schema]) => Object.keys(own(schema)).length > 0)
    .map(([name, schema]) => [
      name,
      Object.keys(own(schema)).filter((field) => !Object.hasOwn(all, field) || isLeaf(all, field)),
    ]);
  function isLeaf(among: Record<string, Schema | undefined>, field: string): boolean {
    return Object.keys(own(among[field])).length === 0;
  }
}

test.each(sections())("%s of a configuration file is written by a route", (section, fields) => {
  const ids = WRITTEN_BY[section] ?? [];
  expect(ids, `no route writes ${section}`).not.toEqual([]);
  for (const id of ids) expect([...declared.keys()]).toContain(id);
  const known = ids.flatMap(bodyFields);
  const missing = fields.filter(
    (field) =>
      !known.includes(field) &&
      !known.includes(AS_IDS[field] ?? "") &&
      !declared.has(OTHERWISE[`${section}.${field}`] ?? ""),
  );
  expect(missing).toEqual([]);
});

test("the sections are those of the file", () => {
  expect(
    sections()
      .map(([name]) => name)
      .toSorted(),
  ).toEqual(Object.keys(WRITTEN_BY).toSorted());
});
