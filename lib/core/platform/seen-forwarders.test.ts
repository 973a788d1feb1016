import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { recordForwarders } from "@/lib/core/http/keep-forwarders";
import { readForwarders, upsertForwarder } from "@/lib/core/platform/forwarder-store";
import { readSeenForwarders } from "@/lib/core/platform/seen-forwarders";
import { sweepForwarders } from "@/lib/core/platform/sweep-forwarders";
import { config } from "@/lib/kernel/config/config";
import { connections } from "@/lib/kernel/db/connections";
import { unscoped } from "@/lib/kernel/db/unscoped";
import { clientAddress, peerHeader } from "@/lib/kernel/process/peer-address";

const before = config().trustedProxies;
afterEach(() => {
  config().trustedProxies = before;
});

const requestFrom = (socket: string, forwarded: string) =>
  clientAddress(new Headers({ [peerHeader()]: socket, "x-forwarded-for": forwarded }));

test("a request's X-Forwarded-For stores its peer for other processes", async () => {
  recordForwarders();
  config().trustedProxies = ["10.9.0.1"];
  requestFrom("10.9.0.1", "203.0.113.9");
  requestFrom("10.9.0.2", "203.0.113.9");
  const addresses = async () =>
    (await readForwarders(unscoped)).map(({ address }) => address).sort();
  await expect.poll(addresses).toEqual(["10.9.0.1", "10.9.0.2"]);
  expect(await readSeenForwarders()).toEqual({ ignored: ["10.9.0.2"], trusted: ["10.9.0.1"] });
  // The configuration has changed since.
  config().trustedProxies = ["10.9.0.0/16"];
  expect((await readSeenForwarders()).ignored).toEqual([]);
});

test("only the most recent peers are stored, and none for longer than a week", async () => {
  for (let number = 0; number < 40; number++) {
    await upsertForwarder(unscoped, { address: `198.18.0.${number}`, trusted: false });
    // Times are stored to the millisecond.
    await sleep(2);
  }
  const stored = await readForwarders(unscoped);
  expect(stored).toHaveLength(20);
  expect(stored[0]?.address).toBe("198.18.0.39");
  await upsertForwarder(unscoped, { address: "198.18.0.39", trusted: true });
  expect((await readForwarders(unscoped))[0]).toMatchObject({ trusted: true });
  await connections.query("UPDATE forwarders SET last_seen_at = now() - interval '8 days'");
  expect(await readForwarders(unscoped)).toEqual([]);
  expect(await sweepForwarders()).toBe(20);
  expect(await sweepForwarders()).toBe(0);
});
