import { expect, test } from "vitest";
import {
  findEnrolmentTokenWhole,
  searchEnrolmentTokens,
} from "@/lib/core/enrolment/enrolment-token-search-store";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anEnrolmentToken } from "@/tests/builders/an-enrolment-token";
import { anOrganization } from "@/tests/builders/an-organization";

const find = (scope: TestEnvironment, query: string) =>
  inPrismaTransaction(scope, (t) => searchEnrolmentTokens(t, { query, after: null }));

test("a token is found by name, end and organization, in its own tenant alone", async () => {
  const [acme, globex] = [await aTenant(), await aTenant({ name: "Globex" })];
  const { id: organizationId } = await anOrganization(acme, { name: "Harbour Printing" });
  await anEnrolmentToken(acme, { name: "Another" });
  const { id, token } = await anEnrolmentToken(acme, { name: "Rollout 50%", organizationId });
  for (const query of ["ROLLOUT 50%", token.slice(-4), "harbour"])
    expect((await find(acme, query)).rows, query).toMatchObject([
      { id, organizationName: "Harbour Printing", uses: 0 },
    ]);
  expect((await find(acme, "")).rows).toHaveLength(2);
  expect((await find(acme, "rollout_50")).rows).toEqual([]);
  expect((await find(globex, "")).rows).toEqual([]);
  expect(await inPrismaTransaction(globex, (t) => findEnrolmentTokenWhole(t, id))).toBeNull();
});
