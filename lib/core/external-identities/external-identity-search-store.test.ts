import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { createExternalPrincipal } from "@/lib/core/external-identities/create-external-principal";
import {
  listBindingsOf,
  searchIdentitySources,
  searchPrincipals,
} from "@/lib/core/external-identities/external-identity-search-store";
import { releaseBinding } from "@/lib/core/external-identities/release-binding";
import { deleteUser } from "@/lib/core/user-lifecycle/delete-user";
import { PAGE_ROWS } from "@/lib/kernel/db/keyset-page";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { aBinding, anIdentitySource } from "@/tests/builders/an-identity-source";

let acme: TestEnvironment;
let globex: TestEnvironment;

beforeAll(async () => {
  acme = await aTenant();
  globex = await aTenant({ name: "Globex" });
});

const search = (scope: TestEnvironment, query: string, claimed: boolean | null = null) =>
  inPrismaTransaction(scope, (t) => searchPrincipals(t, { query, after: null, claimed }));

test("a principal is found by subject, issuer, the user's address and its id", async () => {
  const user = await aUser(acme, { email: `ada-${randomUUID()}@example.com` });
  const source = await anIdentitySource(acme);
  const { principalId } = await aBinding(acme, {
    userId: user.id,
    sourceId: source.id,
    subject: "auth0|Ada_7",
  });
  for (const query of ["ada_7", source.issuer, user.email, principalId])
    expect((await search(acme, query)).rows, query).toMatchObject([
      { id: principalId, email: user.email, issuer: source.issuer },
    ]);
  for (const query of ["ada%7", "ada_7 nobody"])
    expect((await search(acme, query)).rows, query).toEqual([]);
  for (const query of ["ada_7", principalId])
    expect((await search(globex, query)).rows, query).toEqual([]);
});

test("bound and free principals are listed separately, and released bindings stay in the list", async () => {
  const user = await aUser(acme);
  const subject = randomUUID();
  const { principalId, bindingId, sourceId } = await aBinding(acme, { userId: user.id, subject });
  expect((await search(acme, subject, false)).rows).toEqual([]);
  expect((await search(acme, subject, true)).rows).toMatchObject([{ sourceId, userId: user.id }]);
  await releaseBinding(acme, bindingId);
  expect((await search(acme, subject, true)).rows).toEqual([]);
  expect((await search(acme, subject, false)).rows).toMatchObject([
    { id: principalId, email: null },
  ]);
  const history = () => inPrismaTransaction(acme, (t) => listBindingsOf(t, { id: principalId }));
  expect(await history()).toMatchObject([{ id: bindingId, releasedAt: expect.any(Date) }]);
  await deleteUser(acme, user.id);
  expect(await history()).toMatchObject([{ id: bindingId, email: null }]);
});

test("principals are counted, bound and free alike, except for a search that fills several pages", async () => {
  const scope = await aTenant();
  const source = await anIdentitySource(scope);
  const { id: userId } = await aUser(scope);
  for (let made = 0; made < PAGE_ROWS; made++)
    await createExternalPrincipal(scope, { sourceId: source.id, subject: `s${made}`, claims: {} });
  const total = async (query: string, claimed: boolean | null = null) =>
    (await search(scope, query, claimed)).total;
  expect(await total("")).toBe(PAGE_ROWS);
  await aBinding(scope, { userId, sourceId: source.id, subject: "bound" });
  expect(await total("")).toBe(PAGE_ROWS + 1);
  expect(await total("", true)).toBe(1);
  expect(await total("", false)).toBe(PAGE_ROWS);
  expect(await total("s4")).toBe(11);
  expect(await total(source.issuer)).toBeNull();
});

test("a source is found by its issuer, in its own tenant alone", async () => {
  const { id, issuer } = await anIdentitySource(acme);
  const find = (scope: TestEnvironment) =>
    inPrismaTransaction(scope, (t) =>
      searchIdentitySources(t, { query: issuer.slice(8, 30), after: null }),
    );
  expect((await find(acme)).rows).toMatchObject([{ id }]);
  expect((await find(globex)).rows).toEqual([]);
});
