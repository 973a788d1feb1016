import { beforeAll, expect, test } from "vitest";
import { retireInstallation } from "@/lib/core/campaigns/retire-installation";
import type { InstallationStatus } from "@/lib/core/installations/installation";
import {
  findInstallationWhole,
  searchInstallations,
} from "@/lib/core/installations/installation-search-store";
import { findInstallation } from "@/lib/core/installations/installation-store";
import { type Browse, PAGE_ROWS } from "@/lib/kernel/db/keyset-page";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anInstallation } from "@/tests/builders/an-installation";
import { anOrganization } from "@/tests/builders/an-organization";

let acme: TestEnvironment;
let globex: TestEnvironment;

beforeAll(async () => {
  acme = await aTenant();
  globex = await aTenant({ name: "Globex" });
});

type SearchInput = Partial<Browse> & { status?: InstallationStatus | null };
const search = (scope: TestEnvironment, input: SearchInput) =>
  inPrismaTransaction(scope, (t) =>
    searchInstallations(t, { query: "", after: null, status: null, ...input }),
  );

test("an installation is found by name, platform, version, organization, id and key", async () => {
  const { id: organizationId } = await anOrganization(acme, { name: "Harbour Printing" });
  const { id } = await anInstallation(acme, {
    installationName: "press-50%",
    platform: "freebsd/riscv64",
    version: "7.7.1",
    organizationId,
  });
  const stored = await inPrismaTransaction(acme, (t) => findInstallation(t, id));
  for (const query of ["PRESS-50%", "riscv 7.7", "harbour", id, stored?.keyThumbprint ?? ""])
    expect((await search(acme, { query })).rows, query).toMatchObject([
      { id, organizationName: "Harbour Printing" },
    ]);
  for (const query of ["press_50", "7.7.2", "\u0000harbour nowhere"])
    expect((await search(acme, { query })).rows, query).toEqual([]);
});

test("no other tenant finds it or reads its details", async () => {
  const { id } = await anInstallation(acme, { installationName: "secret-press" });
  for (const query of ["secret-press", id])
    expect((await search(globex, { query })).rows).toEqual([]);
  expect(await inPrismaTransaction(globex, (t) => findInstallationWhole(t, id))).toBeNull();
  expect(await inPrismaTransaction(acme, (t) => findInstallationWhole(t, id))).toMatchObject({
    name: "secret-press",
    enrolmentToken: { name: "Halls" },
    organizationName: null,
  });
});

test("retired installations and active ones can be listed separately", async () => {
  const { id } = await anInstallation(acme, { installationName: "old-press" });
  await retireInstallation(acme, id);
  expect((await search(acme, { query: "old-press", status: "active" })).rows).toEqual([]);
  expect((await search(acme, { query: "old-press", status: "retired" })).rows).toMatchObject([
    { id, retiredAt: expect.any(Date) },
  ]);
});

test("pages follow each other without a gap, and an invalid position is the beginning", async () => {
  const tenant = await aTenant({ name: "Initech" });
  for (let index = 0; index <= PAGE_ROWS; index++) await anInstallation(tenant);
  const first = await search(tenant, {});
  expect(first.rows).toHaveLength(PAGE_ROWS);
  const second = await search(tenant, { after: first.next });
  expect(second.rows).toHaveLength(1);
  expect(second.next).toBeNull();
  const ids = [...first.rows, ...second.rows].map(({ id }) => id);
  expect(new Set(ids).size).toBe(PAGE_ROWS + 1);
  expect((await search(tenant, { after: "nowhere" })).rows).toHaveLength(PAGE_ROWS);
});
