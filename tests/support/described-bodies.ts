import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Operation } from "@/lib/core/http/operation";

export type Json = null | boolean | number | string | Json[] | { [field: string]: Json };
type Path = (string | number)[];

/** Fields that a body may have beside those of its example, so that each field with an id is in one. */
const more: Record<string, Json> = {
  "/api/v1/management/organizations": { package_id: "" },
  "/api/v1/management/entitlement-policy": {
    default_package_id: "",
    overrides: [{ organization_id: "", entitlement: "reports", effect: "deny" }],
  },
  "/api/v1/management/users": { organization_id: "", role_id: "" },
  "/api/v1/management/users/{id}": { organization_id: "", role_id: "", locale: "de" },
  "/api/v1/management/packages": { app_ids: [""] },
  "/api/v1/management/installation-campaigns": {
    selector: { app_id: "", organization_id: "", platform: "linux" },
  },
  "/api/v1/operator/tenants/{id}/environments/{key}/oidc-clients": { app_id: "" },
  "/api/v1/operator/tenants/{id}/environments/{key}/oidc-clients/{oidc_client_id}": { app_id: "" },
  "/api/v1/auth/session/exchange": { app_id: "" },
  "/api/v1/auth/token": { organization_id: "" },
  "/access/v1/evaluations": {
    resource: { type: "entitlement", id: "reports", properties: { app_id: "" } },
    evaluations: [
      { context: { organization_id: "" } },
      { resource: { type: "entitlement", id: "reports.export", properties: { app_id: "" } } },
    ],
  },
  "/api/v1/audit": { organization_id: "" },
};

/** Returns an operation's example with further optional fields, and with ids in it: by the name of a field,
 *  or by the path to it. */
export function bodyWith(own: Record<string, string>, { path, body }: Operation): Json {
  const example = { ...(body?.example as Record<string, Json>), ...(more[path] as object) } as Json;
  return leaves(example).reduce((whole, { at, value }) => {
    const id = own[fieldOf(at)] ?? own[namesOf(at)];
    if (fieldOf(at) === "event_id") return put(whole, at, randomUUID());
    return id ? put(whole, at, id) : put(whole, at, value);
  }, example);
}

/** Returns every leaf of a body (no object and no list), with its path. */
export function leaves(value: Json, at: Path = []): { at: Path; value: Json }[] {
  if (value === null || typeof value !== "object") return [{ at, value }];
  return Object.entries(value).flatMap(([field, inner]) =>
    leaves(inner, [...at, Array.isArray(value) ? Number(field) : field]),
  );
}

/** Returns the last name of a path. */
export const fieldOf = (at: Path) => String(at.findLast((step) => typeof step === "string"));

/** Returns the names of a path. */
export const namesOf = (at: Path) => at.filter((step) => typeof step === "string").join(".");

/** Returns the body with another value at one path. */
export function put(body: Json, [step, ...rest]: Path, value: Json): Json {
  if (step === undefined) return value;
  const copy = structuredClone(body) as Record<string | number, Json>;
  copy[step] = put(copy[step] ?? null, rest, value);
  return copy as Json;
}

interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  format?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

/** Returns the paths of the fields that take an id by a schema: by their format, or by their name. */
export function idFieldsOf(schema: z.ZodType): string[] {
  const whole = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
  const walk = (one: JsonSchema, at: string[]): string[] => {
    const named = one.$ref && whole.$defs?.[one.$ref.split("/").at(-1) ?? ""];
    if (named) return walk(named, at);
    const within = [one.items, ...(one.anyOf ?? []), ...(one.oneOf ?? []), ...(one.allOf ?? [])];
    return [
      ...(one.format === "uuid" || /_ids?$/.test(at.at(-1) ?? "") ? [at.join(".")] : []),
      ...within.flatMap((inner) => (inner ? walk(inner, at) : [])),
      ...Object.entries(one.properties ?? {}).flatMap(([name, inner]) =>
        walk(inner, [...at, name]),
      ),
    ];
  };
  return [...new Set(walk(whole, []))];
}
