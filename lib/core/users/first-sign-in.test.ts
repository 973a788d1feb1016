import { beforeAll, expect, test } from "vitest";
import { createUser } from "@/lib/core/users/create-user";
import type { Actor } from "@/lib/kernel/caller";
import { newId } from "@/lib/kernel/ids";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { queuedMail } from "@/tests/support/queued-mail";

let acme: TestEnvironment;
beforeAll(async () => {
  acme = await aTenant({ name: "Acme" });
});

async function inviterFor(actor: Actor) {
  const email = `${newId()}@example.com`;
  await createUser({ ...acme, actor }, { email, sendInvitation: true });
  const [mail] = await queuedMail(acme, email);
  expect(mail?.props).toMatchObject({ occasion: "invitation" });
  return mail?.props.inviterName;
}

test("an invitation names the administrator who sent it", async () => {
  const actor = { type: "administrator", id: newId(), name: "grace@acme.example" } as const;
  expect(await inviterFor(actor)).toBe("grace@acme.example");
});

test.each(["credential", "operator"] as const)(
  "an invitation by a %s is the tenant's: it names neither the credential nor the operator",
  async (type) => {
    expect(await inviterFor({ type, id: newId(), name: "billing-sync" })).toBeUndefined();
  },
);
