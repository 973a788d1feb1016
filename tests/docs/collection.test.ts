import "@/tests/support/issuer-port";

import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApiDocument } from "@/lib/core/http/openapi";
import type { Description } from "@/lib/core/http/published-description";
import { fillPlaceholders } from "@/lib/features/documentation/fill-in";
import {
  type Collection,
  type CollectionRequest,
  collectionOf,
} from "@/lib/features/documentation/postman-collection";
import { aProduct } from "@/tests/builders/a-product";
import { anOperatorToken } from "@/tests/builders/an-operator-token";
import { described, operations } from "@/tests/support/operations";
import { aWholeService } from "@/tests/support/whole-service";

// The collection is run as Postman runs it: variables, proof, body, and the scripts within it.

let service: Awaited<ReturnType<typeof aWholeService>>;
let collection: Collection;
const variables = new Map<string, string>();

beforeAll(async () => {
  service = await aWholeService();
  const { settings, tenant } = await aProduct();
  const { clientId: machineClientId, tenantId } = settings;
  const description = openApiDocument(described) as unknown as Description;
  const text = JSON.stringify(collectionOf(description));
  collection = JSON.parse(fillPlaceholders(text, { machineClientId, tenantId }, {}));
  for (const { key, value } of collection.variable) variables.set(key, value);
  variables.set("client_secret", settings.clientSecret);
  variables.set("tenant_secret", settings.tenantSecret);
  variables.set("operator_token", await anOperatorToken());
  expect(tenant.publicId).toBe(variables.get("tenant_id"));
}, 120_000);
afterAll(() => service.stop());

const filled = (text: string) =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => variables.get(name) ?? whole);

/** Sends a request, and runs its tests. @returns the status, and which tests failed */
async function sent({ name, event, request }: CollectionRequest) {
  const { url, header, auth, body, method } = request;
  const unknown = "01938f2c-7a55-7f18-8d2b-6e9f0a1b2c99";
  const address = filled(url.raw).replace(/:(\w+)(?=\/|$)/g, (whole, key: string) =>
    url.variable.some((one) => one.key === key) ? unknown : whole,
  );
  const query = url.query.map(({ key, value }) => `${key}=${value}`).join("&");
  const headers = new Headers(
    Object.fromEntries(header.map(({ key, value }) => [key, filled(value)])),
  );
  const [bearer] = (auth?.bearer as { value: string }[] | undefined) ?? [];
  if (bearer) headers.set("authorization", `Bearer ${filled(bearer.value)}`);
  const response = await fetch(query ? `${address}?${query}` : address, {
    method,
    headers,
    redirect: "manual",
    ...(body ? { body: bodyOf(body) } : {}),
  });
  const text = await response.text();
  const failed: string[] = [];
  const pm = {
    response: { code: response.status, json: () => JSON.parse(text) },
    collectionVariables: { set: (key: string, value: string) => variables.set(key, value) },
    expect: (value: unknown) => ({
      to: { be: { oneOf: (all: unknown[]) => expect(all, text).toContain(value) } },
    }),
    test: (title: string, check: () => void) => {
      try {
        check();
      } catch (error) {
        failed.push(`${name}: ${title}: ${method} ${address}: ${String(error)}`);
      }
    },
  };
  for (const { script } of event) runInNewContext(script.exec.join("\n"), { pm });
  return { status: response.status, failed };
}

function bodyOf({ mode, raw, urlencoded }: Record<string, unknown>): string | URLSearchParams {
  if (mode === "raw") return filled(String(raw));
  const fields = urlencoded as { key: string; value: string; disabled?: boolean }[];
  const sentFields = fields.filter(({ disabled }) => !disabled);
  return new URLSearchParams(sentFields.map(({ key, value }) => [key, filled(value)]));
}

test("has a request for every operation, in the folders of the reference", () => {
  const requests = collection.item.flatMap(({ item }) => item);
  expect(requests.length).toBeGreaterThan(operations.length);
  expect(collection.info.schema).toBe(
    "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
  );
});

test("holds no secret, and names each that the reader fills in", () => {
  const { variable } = collection;
  for (const { key, value } of variable.filter(({ key: name }) => /secret|token/.test(name)))
    expect([key, value]).toEqual([key, ""]);
  const named = [...JSON.stringify(collection.item).matchAll(/\{\{(\w+)\}\}/g)].map(
    ([, one]) => one,
  );
  const known = variable.map(({ key }) => key);
  expect([...new Set(named)].filter((one) => !known.includes(one ?? ""))).toEqual([]);
});

test("runs: every answer is one that the description has", async () => {
  const failed: string[] = [];
  const statuses = new Map<number, number>();
  for (const request of collection.item.flatMap(({ item }) => item)) {
    const answer = await sent(request);
    failed.push(...answer.failed);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  }
  expect(failed).toEqual([]);
  expect(variables.get("access_token")).toMatch(/^ey/);
  // Guards against a row of refusals: lists and creations work with only the secrets filled in.
  expect((statuses.get(200) ?? 0) + (statuses.get(201) ?? 0)).toBeGreaterThan(30);
}, 120_000);
