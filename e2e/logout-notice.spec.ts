import { createServer } from "node:net";
import { freePort } from "@/tools/postgres/free-port";
import { aPartnersClient } from "./support/a-partners-client";
import { application, enter, enterCode, signedIn } from "./support/hosted-journey";
import { aHostedUser } from "./support/hosted-user";
import { newestCode } from "./support/mailbox";
import { rows } from "./support/rows";
import { expect, test } from "./support/test";

interface Attempt {
  status: string;
  attempt: number;
  status_code: number | null;
  error: string;
}

/** Returns the recorded attempts to notify a client of an ended session. */
const attemptsOf = (clientId: string) =>
  rows<Attempt>(
    `SELECT d.status::text, a.attempt, a.status_code, a.error FROM logout_attempts a
     JOIN logout_deliveries d ON d.id = a.delivery_id JOIN oidc_clients c ON c.id = d.oidc_client_id
     WHERE c.client_id = $1 ORDER BY a.at`,
    [clientId],
  );

/** Delivery itself, over real TLS, is tested beside the code (lib/core/backchannel-logout): the running
 *  service has no setting for the check of addresses, not even for a test. */
test("a logout does not wait for its notice; a notice to a private address is refused unconnected and recorded", async ({
  page,
}) => {
  let connections = 0;
  const port = await freePort();
  const receiver = createServer(() => {
    connections += 1;
  }).listen(port, "127.0.0.1");
  const clientId = await aPartnersClient("Partner Reports");
  await rows("UPDATE oidc_clients SET backchannel_logout_uri = $1 WHERE client_id = $2", [
    `https://127.0.0.1:${port}/backchannel-logout`,
    clientId,
  ]);
  const { email, password } = await aHostedUser();
  await page.goto(application(clientId));
  await enter(page, email, password);
  await enterCode(page, await newestCode(email));
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await expect(signedIn(page)).toBeVisible();
  expect(await attemptsOf(clientId)).toEqual([]);

  await page.goto(`/oauth/logout?client_id=${clientId}`);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "You are signed out" })).toBeVisible();
  await expect.poll(() => attemptsOf(clientId), { timeout: 20_000 }).toHaveLength(1);
  const [attempt] = await attemptsOf(clientId);
  expect(attempt).toMatchObject({ status: "failed", attempt: 1, status_code: null });
  expect(attempt?.error).toMatch(/address/);
  expect(connections).toBe(0);
  receiver.close();
});
