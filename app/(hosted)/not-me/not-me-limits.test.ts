import { expect, test, vi } from "vitest";
import { GET, POST } from "@/app/(hosted)/not-me/route";
import { config } from "@/lib/kernel/config/config";
import { peerHeader } from "@/lib/kernel/process/peer-address";
import { Browser } from "@/tests/support/browser";

vi.hoisted(() => {
  process.env.ATRIUM_LIMIT_OAUTH_NETWORK_REQUESTS = "6";
});

const open = (address: string) =>
  new Browser().go(GET, "/not-me", { headers: { [peerHeader()]: address, accept: "text/html" } });
const press = (address: string) =>
  new Browser().go(POST, "/not-me", {
    method: "POST",
    headers: {
      [peerHeader()]: address,
      accept: "text/html",
      origin: new URL(config().baseUrl).origin,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: "token=alk_guess",
  });

test("a network that opens or presses too many links has to wait, and no other network does", async () => {
  const statuses: number[] = [];
  for (const ask of [open, press, open, press, open, press, open, press])
    statuses.push((await ask("198.51.100.7")).status);
  expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 429, 429]);
  expect((await press("198.51.100.8")).status).toBe(400);
});
