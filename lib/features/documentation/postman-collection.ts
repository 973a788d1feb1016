import {
  type Description,
  mediaOf,
  type PlacedOperation,
} from "@/lib/core/http/published-description";
import { groupsOf } from "@/lib/features/documentation/reference/groups";

// Format of https://schema.postman.com/collection/json/v2.1.0, which Postman, Bruno, Insomnia and
// Hoppscotch import.

const SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

interface KeyValue {
  key: string;
  value: string;
  description?: string;
}

/** A request of a collection. */
export interface CollectionRequest {
  name: string;
  event: { listen: "test"; script: { type: "text/javascript"; exec: string[] } }[];
  request: {
    method: string;
    description: string;
    header: KeyValue[];
    auth?: Record<string, unknown>;
    url: { raw: string; host: string[]; path: string[]; query: KeyValue[]; variable: KeyValue[] };
    body?: Record<string, unknown>;
  };
}

/** A collection with a folder for each group. */
export interface Collection {
  info: { name: string; description: string; schema: string };
  variable: KeyValue[];
  item: { name: string; description: string; item: CollectionRequest[] }[];
}

/** Variables that the reader fills in. Secrets are empty. */
const variables: readonly KeyValue[] = [
  { key: "base_url", value: "{{issuer}}" },
  { key: "client_id", value: "{{machine_client_id}}", description: "A machine credential (ac_…)." },
  { key: "client_secret", value: "", description: "Its secret (as_…)." },
  { key: "tenant_id", value: "{{tenant_id}}", description: "The tenant (atr_…)." },
  { key: "tenant_secret", value: "", description: "Its secret (alcs_…)." },
  { key: "operator_token", value: "", description: "An operator token (aop_…)." },
  { key: "installation_token", value: "", description: "An installation's token." },
  { key: "user_access_token", value: "", description: "A token of a relying party." },
  { key: "access_token", value: "", description: "Set by the request 'Issue a token'." },
];

/** The API as a collection: every operation with its example, its credentials, and a test that the response
 *  is a documented one. */
export function collectionOf(description: Description): Collection {
  return {
    info: {
      name: description.info.title,
      description: description.info.description ?? "",
      schema: SCHEMA,
    },
    variable: [...variables],
    item: groupsOf(description).map(({ name, description: text, operations }) => ({
      name,
      description: text,
      item: operations.map(requestOf),
    })),
  };
}

function requestOf(operation: PlacedOperation): CollectionRequest {
  const { method, path, parameters = [] } = operation;
  const segments = path.slice(1).split("/");
  const requiredParameters = parameters.filter((one) => one.in === "query" && one.required);
  const query = requiredParameters.map(({ name, schema }) => ({
    key: name,
    value: String(schema?.enum?.[0] ?? schema?.const ?? ""),
  }));
  const own = segments.flatMap((segment) => /^\{(\w+)\}$/.exec(segment)?.[1] ?? []);
  const filled = segments.map((segment) => segment.replace(/^\{(\w+)\}$/, ":$1"));
  const body = bodyOf(operation);
  return {
    name: operation.summary,
    event: [{ listen: "test", script: { type: "text/javascript", exec: testsOf(operation) } }],
    request: {
      method,
      description: operation.description ?? "",
      ...proofOf(operation),
      url: {
        raw: `{{base_url}}/${filled.join("/")}`,
        host: ["{{base_url}}"],
        path: filled,
        query,
        variable: own.map((key) => ({ key, value: "" })),
      },
      ...(body ? { body } : {}),
    },
  };
}

/** Authentication of a request, by the first scheme that the operation accepts. */
function proofOf({ security, requestBody }: PlacedOperation) {
  const [schemes = []] = (security ?? []).map((way) => Object.keys(way));
  const bearer = (name: string) => ({
    type: "bearer",
    bearer: [{ key: "token", value: `{{${name}}}`, type: "string" }],
  });
  const header: KeyValue[] = [];
  if (mediaOf(requestBody?.content)?.type === "application/json")
    header.push({ key: "Content-Type", value: "application/json" });
  if (schemes.includes("tenantSecret")) {
    header.push({ key: "X-Tenant-Id", value: "{{tenant_id}}" });
    return { header, auth: bearer("tenant_secret") };
  }
  if (schemes.includes("machineToken")) return { header, auth: bearer("access_token") };
  if (schemes.includes("operatorToken")) return { header, auth: bearer("operator_token") };
  if (schemes.includes("installationToken")) return { header, auth: bearer("installation_token") };
  if (schemes.includes("userAccessToken")) return { header, auth: bearer("user_access_token") };
  return { header, auth: { type: "noauth" } };
}

function bodyOf({ requestBody }: PlacedOperation): Record<string, unknown> | null {
  const sent = mediaOf(requestBody?.content);
  if (!sent) return null;
  if (sent.type === "application/json")
    return {
      mode: "raw",
      raw: JSON.stringify(sent.media.example ?? {}, null, 2),
      options: { raw: { language: "json" } },
    };
  const example: Record<string, unknown> = Object(sent.media.example);
  return {
    mode: "urlencoded",
    urlencoded: Object.entries(example).map(([key, value]) => ({
      key,
      // The collection's own credential replaces the example's. Without a scope it gets all scopes that it
      // holds.
      value: ["client_id", "client_secret"].includes(key) ? `{{${key}}}` : String(value),
      ...(key === "scope" ? { disabled: true } : {}),
    })),
  };
}

function testsOf({ operationId, responses }: PlacedOperation): string[] {
  const described = Object.keys(responses).map(Number);
  return [
    `pm.test("The answer is one that the description has", () => pm.expect(pm.response.code).to.be.oneOf(${JSON.stringify(described)}));`,
    ...(operationId === "issueToken"
      ? [
          `if (pm.response.code === 200) pm.collectionVariables.set("access_token", pm.response.json().access_token);`,
        ]
      : []),
  ];
}
