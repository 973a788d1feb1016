import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { POST } from "@/app/api/v1/management/users/route";
import { readPasswordLink } from "@/lib/core/password-links/read-password-link";
import { secondsAfter } from "@/lib/kernel/clock";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aRole } from "@/tests/builders/a-role";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anOrganization } from "@/tests/builders/an-organization";
import { atMoment } from "@/tests/support/at-moment";
import { eventsOf } from "@/tests/support/audit-events";
import { callRedeem } from "@/tests/support/call-login";
import { call } from "@/tests/support/call-route";
import { lastLinkSecret, queuedMail } from "@/tests/support/queued-mail";

let acme: TestEnvironment;
let token: string;

beforeAll(async () => {
  acme = await aTenant();
  token = await aMachineToken(acme, ["users:write"]);
});

const newEmail = () => `${randomUUID()}@example.com`;
const create = (body: object) =>
  call(POST, { method: "POST", path: "/api/v1/management/users", token, body });

test("an onboarding is emailed once, names the organization, and lives seven days", async () => {
  const email = newEmail();
  const organization = await anOrganization(acme, { name: "Initech" });
  const place = { organization_id: organization.id, role_id: (await aRole(acme)).id };
  const made = new Date();
  const answer = await create({ email, send_onboarding: true, ...place });
  await create({ email, send_onboarding: true });
  expect(answer.status).toBe(201);
  const mails = await queuedMail(acme, email);
  expect(mails).toMatchObject([
    {
      template: "onboarding",
      props: {
        link: expect.stringContaining("http://localhost:3000/onboarding?token=alk_"),
        lifetimeSeconds: 604_800,
        organizationName: "Initech",
      },
    },
  ]);
  const secret = await lastLinkSecret(acme, email);
  expect(JSON.stringify(answer.body)).not.toContain(secret);
  const opened = (second: number) =>
    atMoment(secondsAfter(made, second), () => readPasswordLink(secret));
  expect(await opened(604_799)).toMatchObject({ email, purpose: "onboarding" });
  expect(await opened(604_860)).toBeNull();
});

test("redeeming an onboarding proves the address", async () => {
  const email = newEmail();
  const { id } = (await create({ email, send_onboarding: true })).body as { id: string };
  const secret = await lastLinkSecret(acme, email);
  const redeemed = await callRedeem(acme, { token: secret, new_password: "nine rivers, one oar" });
  expect(redeemed.body).toMatchObject({ status: "grant" });
  const user = await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.user.findUniqueOrThrow({ where: { id } }),
  );
  expect(user.emailVerifiedMethod).toBe("service_token");
  expect(await eventsOf(acme, id)).toEqual(
    expect.arrayContaining(["user.created", "user.invited", "user.password_set"]),
  );
});

test("an invitation and an onboarding at once is a 422 that names the field, and creates no user", async () => {
  const email = newEmail();
  const answer = await create({ email, send_invitation: true, send_onboarding: true });
  expect(answer).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining("send_onboarding") },
  });
  expect((await create({ email })).status).toBe(201);
});
