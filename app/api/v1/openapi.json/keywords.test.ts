import { expect, test } from "vitest";
import { z } from "zod";
import { withoutNulls } from "@/lib/core/contract/absent-nulls";
import type { Content } from "@/lib/core/contract/content";
import { openApiDocument } from "@/lib/core/http/openapi";
import type { Operation } from "@/lib/core/http/operation";
import { policyProblems } from "@/lib/core/security-policy/policy-bounds";
import { camelName } from "@/lib/kernel/names";
import { operations } from "@/tests/support/operations";

// The description's keywords for a body (patterns, formats, ranges, lengths, enumerations) are compared with
// the values that the code accepts: a client that is generated from the description must not be refused by
// the code.

type Json = null | boolean | number | string | Json[] | { [field: string]: Json };
type Path = (string | number)[];
type JsonSchema = Parameters<typeof z.fromJSONSchema>[0];

const document = JSON.parse(
  JSON.stringify(openApiDocument(operations)).replaceAll("#/components/schemas/", "#/$defs/"),
);
const withBody = operations
  .filter(({ body }) => body)
  .map((operation) => [`${operation.method} ${operation.path}`, operation] as const);

/** Returns the description's schema of an operation's body. */
function described({ method, path }: Operation): z.ZodType {
  const schema =
    document.paths[path][method.toLowerCase()].requestBody.content["application/json"].schema;
  return z.fromJSONSchema({ ...schema, $defs: document.components.schemas } as JsonSchema);
}

/** Returns every value in a body that is no object and no list, with its path. */
function leaves(value: Json, at: Path = []): { at: Path; value: Json }[] {
  if (value === null || typeof value !== "object") return [{ at, value }];
  return Object.entries(value).flatMap(([field, inner]) =>
    leaves(inner, [...at, Array.isArray(value) ? Number(field) : field]),
  );
}

/** Returns the body with another value at a path. */
function put(body: Json, [step, ...rest]: Path, value: Json): Json {
  if (step === undefined) return value;
  const copy = structuredClone(body) as Record<string | number, Json>;
  copy[step] = put(copy[step] ?? null, rest, value);
  return copy as Json;
}

const uuid = "01938f2c-6f3a-7c41-9a55-0d6a7e1f2b40";
const probes: Json[] = [
  ...["", " ", "\t", "a", "a\u0000b", "a\u0085b", "a\nb", " a b ", "é", "a b", "-", "0", "true"],
  ...["x".repeat(64), "x".repeat(129), "x".repeat(201), "x".repeat(256), "x".repeat(20_000)],
  ...[uuid, uuid.toUpperCase(), `${uuid} `, "aa".repeat(16)],
  ...["a@b.example", "a@b", "ä@b.example", "a b@b.example", "a@b.example\n", "<a@b.example>"],
  ...["https://a.example", "https://a.example/", "https://a.example/x", "https://a.example/x?y=1"],
  ...["http://a.example", "https://u:p@a.example", "https://a.example#x", "HTTPS://a.example"],
  ...["//a.example", "https://", "https://a.example/ü", 'https://a.example/"x"'],
  ...["1", "1.2", "v1.2.3-rc.1+b", "1.x", "1.2.3.4.5.6.7.8.9", " 1.2 "],
  ...["2026-11-21T09:00:00Z", "2026-11-21T09:00:00+01:00", "2026-11-21", "2026-13-21T09:00:00Z"],
  ...["203.0.113.7", "2001:db8::1", "203.0.113.700", "en", "pt-BR", "english"],
  ...[
    "$2b$10$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
    "5f4dcc3b5aa765d61d8327deb882cf99",
  ],
  ...[
    "$argon2id$v=19$m=65536,t=3,p=4$AAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA",
    "123456",
    "1234567890123",
  ],
  ...["A".repeat(43), "B".repeat(43), "A".repeat(44)],
  ...[-1, 0, 1, 1.5, 100, 1000, 1001, 1_000_000, 1_000_001, 2_147_483_647, 2_147_483_648, 1e308],
  ...[null, true, [], {}, { a: "b" }, ["a"], { "a b": "c" }],
];
/** Bodies with more fields than their example shows. */
const more: Record<string, object> = {
  "POST /api/v1/management/users": {
    display_name: "Mara",
    external_id: "crm-1",
    locale: "de",
    password_hash: "$2b$10$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
  },
  "PATCH /api/v1/management/users/{id}": { email: "mara@example.com", locale: "de" },
  "PATCH /api/v1/management/identity-sources/{id}": {
    jwks_uri: "https://login.example.com/keys",
    attribute_mapping: { department: "dept" },
    audiences: ["web"],
  },
  "PATCH /api/v1/management/entitlement-policy": {
    overrides: [{ organization_id: uuid, entitlement: "reports", effect: "deny" }],
  },
  "PATCH /api/v1/operator/security-policy-defaults": {
    absolute_timeout_minutes: 720,
    trusted_device_days: 30,
    password_min_length: 8,
    step_up_max_age_seconds: 300,
  },
};
/** Rules that no keyword can express; the description states each in words. */
const inWords = /larger than 16 KiB|before 1970|not public|surrogate|cannot be stored|send either/;

/** Returns the problem of one evaluation of a batch, which is refused by itself while the batch is
 *  accepted. */
function problemIn(data: unknown): string | undefined {
  const { evaluations } = Object(data) as { evaluations?: { problem?: string }[] };
  return evaluations?.find(({ problem }) => problem)?.problem;
}

test.each(withBody)(
  "%s: the description and the code accept the same bodies",
  (route, operation) => {
    const { schema, example } = operation.body as Content;
    const documented = described(operation);
    const body = { ...(example as object), ...more[route] } as Json;
    expect(documented.safeParse(body).error, "its own example").toBeUndefined();
    for (const { at } of leaves(body))
      for (const probe of probes) {
        const value = put(body, at, probe);
        const taken = schema.safeParse(withoutNulls(schema, value));
        if (!taken.success && inWords.test(taken.error.message)) continue;
        const problem = problemIn(taken.data);
        if (problem && inWords.test(problem)) continue;
        const takes = taken.success && !problem && keepsRules(taken.data);
        // Surrounding white space is trimmed before a text is checked.
        const bare = takes && typeof probe === "string" ? put(body, at, probe.trim()) : value;
        const isAccepted = [value, bare].some((one) => documented.safeParse(one).success);
        const where = `${at.join(".")} = ${JSON.stringify(probe).slice(0, 60)}`;
        expect([where, isAccepted]).toEqual([where, takes]);
      }
  },
);

/** The bounds of a security policy are checked after the body's schema, with a 422. */
function keepsRules(body: unknown): boolean {
  const fields = Object.entries(Object(body)).map(([name, value]) => [camelName(name), value]);
  return policyProblems(Object.fromEntries(fields)).length === 0;
}

test("every query parameter that a route takes is described, with its values", () => {
  const query = (id: string) =>
    operations.filter((one) => one.id === id).map((one) => Object.keys(one.query?.shape ?? {}));
  expect(query("listFailingDeliveries")).toEqual([["status"]]);
  expect(query("listUsers")).toEqual([["email", "external_id", "factor"]]);
  const [status] = document.paths["/api/v1/operator/deliveries"].get.parameters;
  expect(status).toMatchObject({ name: "status", required: false, schema: { enum: ["failing"] } });
});
