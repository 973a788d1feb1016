import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { POST as push } from "@/app/api/v1/audit/route";
import { GET as prove } from "@/app/api/v1/management/audit-events/[id]/proof/route";
import { GET as readEvent } from "@/app/api/v1/management/audit-events/[id]/route";
import { GET as listEvents } from "@/app/api/v1/management/audit-events/route";
import {
  PATCH as changePrincipal,
  GET as readPrincipal,
} from "@/app/api/v1/management/external-principals/[id]/route";
import {
  POST as createPrincipal,
  GET as listPrincipals,
} from "@/app/api/v1/management/external-principals/route";
import { POST as createSource } from "@/app/api/v1/management/identity-sources/route";
import { createCredential } from "@/lib/core/credentials/create-credential";
import { readingScopes } from "@/lib/core/credentials/scopes";
import { claimPrincipal } from "@/lib/core/external-identities/claim-principal";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anAdministrator } from "@/tests/builders/an-administrator";
import { anIdentitySource } from "@/tests/builders/an-identity-source";
import { call } from "@/tests/support/call-route";
import { atrium } from "@/tests/support/command-line";
import { aPlatform } from "@/tests/support/dashboard-sign-in";
import { addressOf, allActions, look, send } from "@/tests/support/dashboard-units";
import { untilLogged } from "@/tests/support/logged-events";

// Free-form JSON is read as its text: parsing it, as JavaScript does, may round its numbers.

const numbers = [
  ...[
    "9007199254740993",
    "-9007199254740993",
    "1000000000000000000000",
    "12345678901234567890.123",
  ],
  ...["0.10000000000000001", "0.100000000000000010", "9".repeat(400), "9007199254740992", "0.1"],
];
const free = `{"a":{"list":[${numbers.join()}]},"id":9007199254740993}`;
/** Returns a text without white space, which pages and files may add, and with HTML's quotes decoded. */
const squeezed = (text: string) => text.replaceAll("&quot;", '"').replace(/\s/g, "");

const json = { "content-type": "application/json" };
const principals = "/api/v1/management/external-principals";
let acme: TestEnvironment;
let token: string;
let cookie: string;
let userId: string;

beforeAll(async () => {
  acme = await aTenant();
  const scopes = [...readingScopes, "users:write"] as const;
  const { clientId } = await createCredential(acme, {
    ...{ name: "siem", purpose: "management_automation", scopes: [...scopes] },
  });
  token = await aMachineToken({ ...acme, clientId }, scopes);
  ({ cookie } = await anAdministrator(await aPlatform(), { tenant: acme, role: "owner" }));
  userId = (await aUser(acme)).id;
}, 60_000);

const page = (file: string, ids: Record<string, string>) => {
  const values = { tenant: acme.publicId, environment: acme.environmentKey, ...ids };
  const address = addressOf(`app/dashboard/[tenant]/[environment]/${file}`, (name) =>
    String(Reflect.get(values, name)),
  );
  return { ...address, file: `app/dashboard/[tenant]/[environment]/${file}` };
};
const shown = async (file: string, ids: Record<string, string>) => {
  const found = page(file, ids);
  return squeezed((await look(found.file, found, { cookie })).answer);
};
const command = async (...words: string[]) => {
  const { stdout, stderr, code } = await atrium(words);
  expect({ code, stderr }, words.join(" ")).toEqual({ code: 0, stderr: "" });
  return stdout;
};

describe("the metadata of an event", () => {
  const events = "/api/v1/management/audit-events";
  let id: string;
  let ofTenant: string[];

  beforeAll(async () => {
    const writer = await aMachineToken(acme, ["audit:write"]);
    const event = {
      ...{
        event_id: randomUUID(),
        action: "invoice.approved",
        occurred_at: "2026-11-21T10:00:00Z",
      },
      ...{ actor: { type: "user", id: userId }, metadata: {} },
    };
    const body = JSON.stringify(event).replace('"metadata":{}', `"metadata":${free}`);
    const path = "/api/v1/audit";
    const answer = await call(push, { method: "POST", path, token: writer, headers: json, body });
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    id = (answer.body as { id: string }).id;
    await untilLogged(acme);
    ofTenant = ["--tenant", acme.publicId];
  });

  test("has its digits in every answer of the API", async () => {
    const ofOne = { params: { id }, token };
    for (const answer of [
      await call(listEvents, { path: `${events}?kind=invoice.approved`, token }),
      await call(listEvents, { path: events, token, headers: { accept: "application/x-ndjson" } }),
      await call(readEvent, { path: `${events}/${id}`, ...ofOne }),
      await call(prove, { path: `${events}/${id}/proof`, ...ofOne }),
    ])
      expect(answer.text).toContain(`"metadata":${free}`);
  });

  test("has them in exports and on the command line", async () => {
    const file = join(tmpdir(), `${randomUUID()}.jsonl`);
    await command("audit", "export", "--with-proof", ...ofTenant, "--output", file);
    expect(await readFile(file, "utf8")).toContain(`"metadata":${free}`);
    const followed = join(tmpdir(), `${randomUUID()}.jsonl`);
    await command("audit", "follow", ...ofTenant, "--to", `file:${followed}`, "--once");
    expect(await readFile(followed, "utf8")).toContain(`"metadata":${free}`);
    expect(await command("audit", "export", ...ofTenant)).toContain(`"metadata":${free}`);
    const csv = await command("audit", "export", ...ofTenant, "--format", "csv");
    expect(csv).toContain(free.replaceAll('"', '""'));
    const place = [...ofTenant, "--environment", acme.environmentKey];
    expect(squeezed(await command("user", "export", userId, ...place))).toContain(free);
    expect(await command("audit", "verify", ...ofTenant)).toContain("are as they were signed");
  }, 60_000);

  test("has them on its page", async () => {
    expect(await shown("audit/[event]/page.tsx", { event: id })).toContain(`"metadata":${free}`);
  });

  test("is found by them, and not by those of another number", async () => {
    const found = async (q: string) => {
      const { path, params, file } = page("audit/page.tsx", {});
      return (await look(file, { path, params }, { cookie, query: { q } })).answer.includes(id);
    };
    expect(await found("12345678901234567890.123")).toBe(true);
    expect(await found("12345678901234567168")).toBe(false);
  });
});

describe("the claims of an external principal", () => {
  let id: string;
  let sourceId: string;

  beforeAll(async () => {
    sourceId = (await anIdentitySource(acme)).id;
  });

  const create = (claims: string) => {
    const body = `{"source_id":"${sourceId}","subject":"${randomUUID()}","claims":${claims}}`;
    return call(createPrincipal, { method: "POST", path: principals, token, headers: json, body });
  };
  const change = (claims: string) =>
    call(changePrincipal, {
      ...{ method: "PATCH", path: `${principals}/${id}`, params: { id }, token, headers: json },
      body: `{"claims":${claims}}`,
    });
  const read = async () =>
    (await call(readPrincipal, { path: `${principals}/${id}`, params: { id }, token })).text;

  test("have their digits in every answer of the API", async () => {
    const made = await create(free);
    expect([made.status, made.text]).toEqual([201, expect.stringContaining(`"claims":${free}`)]);
    id = (made.body as { id: string }).id;
    expect(await read()).toContain(`"claims":${free}`);
    expect((await call(listPrincipals, { path: principals, token })).text).toContain(free);
    await claimPrincipal(acme, { principalId: id, userId });
    const place = ["--tenant", acme.publicId, "--environment", acme.environmentKey];
    expect(squeezed(await command("user", "export", userId, ...place))).toContain(
      `"claims":${free}`,
    );
  });

  test("differ when one digit differs", async () => {
    for (const claims of ['{"id":9007199254740993}', '{"id":9007199254740992}', free]) {
      expect((await change(claims)).text).toContain(`"claims":${claims}`);
      expect(await read()).toContain(`"claims":${claims}`);
    }
  });

  test("have them on their page, and in its form, which keeps them", async () => {
    const place = { principal: id };
    const text = await shown("external-principals/[principal]/page.tsx", place);
    expect(text.split(free)).toHaveLength(3);
    const action = (await allActions()).find(({ name }) => name.endsWith("#changePrincipalAction"));
    if (!action) throw new Error("There is no such action");
    const typed = free.replace("9007199254740993}", "9007199254740995}");
    const fields = { tenant: acme.publicId, environment: acme.environmentKey, id, claims: typed };
    const { path } = page("external-principals/[principal]/page.tsx", place);
    await send(action, fields, { path, cookie });
    expect(await read()).toContain(`"claims":${typed}`);
  });

  test.each(["9007199254740993", '{"a":1e400}', '{"a":[9007199254740993e0]}'])(
    "are not %s",
    async (claims) => {
      expect(await change(claims)).toMatchObject({
        status: 400,
        text: expect.stringContaining("claims"),
      });
    },
  );
});

test("a body with a schema takes no number with more digits than a double", async () => {
  const fields = {
    issuer: "https://a.example",
    jwks_uri: "https://a.example/keys",
    audiences: ["a"],
  };
  const body = JSON.stringify({ ...fields, attribute_mapping: 0 }).replace(
    ":0",
    ":9007199254740993",
  );
  const path = "/api/v1/management/identity-sources";
  const answer = await call(createSource, { method: "POST", path, token, headers: json, body });
  expect(answer).toMatchObject({ status: 400, text: expect.stringContaining("attribute_mapping") });
});
