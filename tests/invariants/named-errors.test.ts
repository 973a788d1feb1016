import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { GET as nowherePage } from "@/app/[...missing]/route";
import { GET as nowhere } from "@/app/api/[[...path]]/route";
import { POST as ingest } from "@/app/api/v1/audit/route";
import { POST as redeem } from "@/app/api/v1/enrolment/redeem/route";
import { PATCH as changePolicy } from "@/app/api/v1/management/entitlement-policy/route";
import { POST as createRole } from "@/app/api/v1/management/roles/route";
import { POST as createUser, GET as listUsers } from "@/app/api/v1/management/users/route";
import { POST as openTenant } from "@/app/api/v1/operator/tenants/route";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anOperatorToken } from "@/tests/builders/an-operator-token";
import { callPreflight } from "@/tests/support/call-login";
import { call } from "@/tests/support/call-route";

let acme: TestEnvironment;
let token: string;

beforeAll(async () => {
  acme = await aTenant();
  token = await aMachineToken(acme, [
    ...(["users:read", "users:write", "roles:write"] as const),
    ...(["entitlements:write", "audit:write"] as const),
  ]);
});

const unknown = (pointer: string, suggestion?: string) => ({
  pointer,
  detail: "unknown field",
  ...(suggestion && { suggestion }),
});
const wrong = (pointer: string) => ({ pointer, detail: expect.any(String) });

describe("a malformed request names every field that is wrong", () => {
  test("of a management body, with what was most likely meant", async () => {
    const path = "/api/v1/management/users";
    const body = { emial: "ada@acme.example", displayName: "Ada", "a/b~c": 1, role_id: "x" };
    const answer = await call(createUser, { method: "POST", path, token, body });
    expect(answer).toMatchObject({ status: 400, body: { status: 400, title: "Bad Request" } });
    const { errors, detail } = answer.body as { errors: object[]; detail: string };
    expect(errors).toEqual([
      wrong("/email"),
      wrong("/role_id"),
      unknown("/emial", "email"),
      unknown("/displayName", "display_name"),
      unknown("/a~1b~0c"),
    ]);
    expect(detail).toContain("unknown field (did you mean email, display_name?)");
  });

  test("inside lists and objects", async () => {
    const path = "/api/v1/management/entitlement-policy";
    const overrides = [
      { organization_id: randomUUID(), entitlement: "sso", effect: "grant" },
      { organisation_id: randomUUID(), entitlement: "sso", effect: "allow" },
    ];
    const answer = await call(changePolicy, { method: "PATCH", path, token, body: { overrides } });
    expect((answer.body as { errors: object[] }).errors).toEqual([
      wrong("/overrides/1/organization_id"),
      wrong("/overrides/1/effect"),
      unknown("/overrides/1/organisation_id", "organization_id"),
    ]);
  });

  test("of an event that a product sends", async () => {
    const actor = { typ: "user", id: "1" };
    const answer = await call(ingest, {
      ...{ method: "POST", path: "/api/v1/audit", token },
      body: { event_id: randomUUID(), action: "report.read", occured_at: "now", actor },
    });
    expect((answer.body as { errors: object[] }).errors).toEqual([
      wrong("/occurred_at"),
      wrong("/actor/type"),
      unknown("/actor/typ", "type"),
      unknown("/occured_at", "occurred_at"),
    ]);
  });

  test("of a login, an enrolment and an operator's call", async () => {
    const login = await callPreflight(acme, { emial: "ada@acme.example", password: "x" });
    expect(login.body).toMatchObject({ errors: [wrong("/email"), unknown("/emial", "email")] });
    const path = "/api/v1/enrolment/redeem";
    const enrolled = await call(redeem, { method: "POST", path, body: { tokn: "aen_x" } });
    const { errors } = enrolled.body as { errors: object[] };
    expect(errors).toContainEqual(unknown("/tokn", "token"));
    const opened = await call(openTenant, {
      ...{ method: "POST", path: "/api/v1/operator/tenants", token: await anOperatorToken() },
      body: { nmae: "Acme" },
    });
    expect(opened.body).toMatchObject({
      status: 400,
      errors: [wrong("/name"), unknown("/nmae", "name")],
    });
  });

  test("of a query, by the parameter's name", async () => {
    const ask = async (query: string) =>
      (await call(listUsers, { path: `/api/v1/management/users?${query}`, token })).body;
    expect(await ask("emial=a&factor=x")).toMatchObject({
      status: 400,
      detail: expect.stringContaining("emial: unknown query parameter (did you mean email?)"),
      errors: [
        { parameter: "factor", detail: expect.any(String) },
        { parameter: "emial", detail: "unknown query parameter", suggestion: "email" },
      ],
    });
    expect(await ask("email=a&email=b")).toMatchObject({
      errors: [{ parameter: "email", detail: "is sent more than once" }],
    });
  });

  test("and lists a hundred of many, with their number", async () => {
    const body = Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`field_${at}`, at]));
    const path = "/api/v1/management/roles";
    const startedAt = performance.now();
    const answer = await call(createRole, { method: "POST", path, token, body });
    expect(performance.now() - startedAt).toBeLessThan(2000);
    const { errors, errors_total, detail } = answer.body as Record<string, unknown[] & number>;
    expect(errors).toHaveLength(100);
    expect(errors_total).toBe(252);
    expect(JSON.stringify(detail)).not.toContain("did you mean");
  });

  test("a body that is no object is reported at its root", async () => {
    const path = "/api/v1/management/roles";
    const answer = await call(createRole, { method: "POST", path, token, body: [] });
    expect(answer.body).toMatchObject({ errors: [{ pointer: "" }] });
  });
});

describe("a refusal of what a body means names the field too", () => {
  test("as a 422 and as a 409", async () => {
    const path = "/api/v1/management/users";
    const alone = { email: "grace@acme.example", organization_id: randomUUID() };
    expect((await call(createUser, { method: "POST", path, token, body: alone })).body).toEqual({
      status: 422,
      title: "Unprocessable Content",
      detail: "role_id: must be sent together with organization_id.",
      errors: [{ pointer: "/role_id", detail: "must be sent together with organization_id." }],
    });
    const role = { key: "auditor", name: "Auditor", permissions: [] };
    const at = { method: "POST", path: "/api/v1/management/roles", token, body: role };
    await call(createRole, at);
    const again = await call(createRole, at);
    expect(again).toMatchObject({ status: 409, body: { errors: [{ pointer: "/key" }] } });
    const overrides = [{ organization_id: randomUUID(), entitlement: "sso", effect: "grant" }];
    const policy = { method: "PATCH", path: "/api/v1/management/entitlement-policy", token };
    expect((await call(changePolicy, { ...policy, body: { overrides } })).body).toMatchObject({
      status: 422,
      errors: [{ pointer: "/overrides/0/organization_id" }],
    });
  });
});

describe("a path that there is not", () => {
  const bodyAt = async (path: string) => (await call(nowhere, { path })).body;

  test.each([
    ["/api/v1/managment/users", "/api/v1/management/users"],
    ["/api/v1/users", "/api/v1/management/users"],
    ["/api/v1/auth/login/prefligth", "/api/v1/auth/login/preflight"],
    ["/api/v1/management/roles/42/app", "/api/v1/management/roles/{id}/apps"],
  ])("%s is answered with the described path that is near", async (path, suggestion) => {
    expect(await bodyAt(path)).toEqual({
      status: 404,
      title: "Not Found",
      detail: `There is no such resource. Did you mean ${suggestion}?`,
      suggestion,
    });
  });

  test("with a query is the 400 of every path, and names the path too", async () => {
    expect(await bodyAt("/api/v1/managment/users?email=a")).toMatchObject({
      status: 400,
      errors: [{ parameter: "email", detail: "unknown query parameter" }],
      suggestion: "/api/v1/management/users",
    });
  });

  test.each(["/api", "/api/v1/invoices", `/api/v1/${"x".repeat(300)}`])(
    "%s is near none, and is the 404 of everything else",
    async (path) => {
      expect(await bodyAt(path)).toEqual({
        status: 404,
        title: "Not Found",
        detail: "There is no such resource.",
      });
    },
  );

  test("is suggested outside of the API, on the page", async () => {
    const page = async (path: string) => String((await call(nowherePage, { path })).body);
    expect(await page("/management/users")).toContain("/api/v1/management/users");
    expect(await page("/oauth/tokens")).toContain("/oauth/token<");
    expect(await page("/nothing-like-it")).not.toContain("Did you mean");
  });
});
