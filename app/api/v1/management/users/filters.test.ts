import { beforeAll, expect, test } from "vitest";
import { GET } from "@/app/api/v1/management/users/route";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aRelyingParty } from "@/tests/builders/a-relying-party";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { Authenticator } from "@/tests/support/authenticator";
import { addPasskey, addTotp } from "@/tests/support/call-factors";
import { call } from "@/tests/support/call-route";

let acme: TestEnvironment;
let token: string;
const ids: Record<string, string> = {};

beforeAll(async () => {
  const tenant = await aTenant({ environments: ["production", "staging"] });
  acme = tenant;
  await aRelyingParty(acme);
  token = await aMachineToken(acme, ["users:read"]);
  for (const name of ["none", "app", "key", "both"]) {
    const email = `${name}@acme.example`;
    const { id } = await aUser(acme, { email, externalId: `crm-${name}` });
    ids[id] = name;
    if (name === "app" || name === "both") await addTotp(acme, { userId: id });
    if (name === "key" || name === "both")
      await addPasskey(acme, { userId: id }, new Authenticator("https://shop.example"));
  }
  for (const other of [...tenant.others, await aTenant()])
    await aUser(other, { email: "both@acme.example", externalId: "crm-both" });
});

async function found(query: string): Promise<string[]> {
  const answer = await call(GET, { path: `/api/v1/management/users${query}`, token });
  expect(answer.status).toBe(200);
  const { users } = answer.body as { users: { id: string }[] };
  return users.map(({ id }) => ids[id] ?? "somebody else's").sort();
}

test.each([
  ["", ["app", "both", "key", "none"]],
  ["?factor=none", ["none"]],
  ["?factor=totp", ["app", "both"]],
  ["?factor=passkey", ["both", "key"]],
  ["?email=BOTH@acme.EXAMPLE", ["both"]],
  ["?email=oth@acme.example", []],
  ["?email=both'or'1'='1@acme.example", []],
  ["?external_id=crm-key", ["key"]],
  ["?external_id=CRM-key", []],
  ["?external_id=crm-key&factor=totp", []],
  ["?external_id=crm-both&email=both@acme.example&factor=totp", ["both"]],
])("the list %s has exactly these users", async (query, names) => {
  expect(await found(query)).toEqual(names);
});

test.each([
  ["?factor=email_otp", "factor"],
  ["?factor=", "factor"],
  ["?email=", "email"],
  ["?email=not-an-address", "email"],
  ["?email=%25", "email"],
  ["?email=both'%20OR%20'1'='1", "email"],
  ["?email=both+more@acme.example", "email"],
  ["?email=a%00b", "email"],
  ["?external_id=a&external_id=b", "external_id"],
  ["?search=both", "search"],
])("%s is a 400 that names the parameter", async (query, name) => {
  const answer = await call(GET, { path: `/api/v1/management/users${query}`, token });
  expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringContaining(name) } });
});

test("each user in the list says which types of factor there are", async () => {
  const answer = await call(GET, { path: "/api/v1/management/users", token });
  const { users } = answer.body as { users: { id: string; factors: string[] }[] };
  expect(Object.fromEntries(users.map(({ id, factors }) => [ids[id], factors]))).toEqual({
    ...{ none: [], app: ["totp"], key: ["passkey"], both: ["totp", "passkey"] },
  });
});
