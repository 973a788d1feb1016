import { randomUUID } from "node:crypto";
import { addAdministrator } from "@/lib/core/administrators/add-administrator";
import type { AdministratorRole } from "@/lib/core/administrators/administrator";
import { encodeDashboardToken } from "@/lib/core/dashboard-sign-in/dashboard-cookie";
import { dashboardSignIn } from "@/lib/core/dashboard-sign-in/sign-in";
import { writeOperator } from "@/lib/core/platform/operator-store";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { aSession } from "@/tests/builders/a-session";

/** An administrator who is signed in to the dashboard, with a fresh proof. */
export interface TestAdministrator {
  userId: string;
  email: string;
  /** The cookie, as a request's header spells it. */
  cookie: string;
}

/** Makes an administrator of a tenant, or an operator of the platform.
 *  @param platform the environment where administrators sign in */
export async function anAdministrator(
  platform: Caller,
  of: { tenant: Caller; role: AdministratorRole } | "operator",
): Promise<TestAdministrator> {
  const { id, userId, email } = await aSession(platform, {
    kind: "hosted",
    oidcSessionUid: randomUUID(),
  });
  const token = { userId, sid: randomUUID() };
  await inPrismaTransaction(platform, async ({ prisma, tenantId, environmentId }) => {
    const client = await prisma.oidcClient.findFirstOrThrow({ where: { environmentId } });
    const row = { tenantId, environmentId, sessionId: id, oidcClientId: client.id };
    await prisma.sessionClient.create({ data: { ...row, sid: token.sid } });
  });
  if (of === "operator") await inTransaction(platform, (db) => writeOperator(db, userId, now()));
  else await addAdministrator(of.tenant, { id: userId, email }, of.role);
  const name = (await dashboardSignIn()).cookies?.sessionToken?.name;
  const value = await encodeDashboardToken({ token, secret: "" });
  return { userId, email, cookie: `${name}=${value}` };
}
