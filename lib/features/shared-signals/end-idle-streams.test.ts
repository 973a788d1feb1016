import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deleteUser } from "@/lib/core/user-lifecycle/delete-user";
import { changeUser } from "@/lib/core/users/change-user";
import { endIdleStreams } from "@/lib/features/shared-signals/end-idle-streams";
import { sweepFormerAddresses } from "@/lib/features/shared-signals/sweep-former-addresses";
import { config } from "@/lib/kernel/config/config";
import { aTenant } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { aReceiver } from "@/tests/support/a-receiver";
import { eventsOf } from "@/tests/support/audit-events";

let owner: pg.Client;
beforeAll(async () => {
  owner = new pg.Client({ connectionString: config().databaseOwnerUrl });
  await owner.connect();
});
afterAll(() => owner.end());

test("a stream that was not used for thirty days is deleted with an audit event; one that was polled stays", async () => {
  const acme = await aTenant();
  const [idle, used] = [await aReceiver(acme), await aReceiver(acme)];
  const age = (days: number) =>
    owner.query(
      "UPDATE signal_streams SET active_at = now() - make_interval(days => $2) WHERE id = ANY ($1)",
      [[idle.streamId, used.streamId], days],
    );
  await age(29);
  await endIdleStreams();
  expect((await idle.poll()).status).toBe(200);
  await age(31);
  await used.poll();
  const ended = await Promise.all([endIdleStreams(), endIdleStreams()]);
  expect(ended.reduce((sum, one) => sum + one)).toBeGreaterThanOrEqual(1);
  expect((await idle.poll()).status).toBe(404);
  expect((await used.poll()).status).toBe(200);
  const events = await eventsOf(acme, idle.streamId);
  expect(events.filter((kind) => kind === "ssf.stream_ended")).toHaveLength(1);
});

test("former addresses are deleted after thirty days", async () => {
  const acme = await aTenant();
  await aReceiver(acme);
  const { id } = await aUser(acme);
  await changeUser(acme, id, { email: `next-${id}@example.com` });
  const countAddresses = async () => {
    const { rows } = await owner.query("SELECT FROM former_addresses WHERE user_id = $1", [id]);
    return rows.length;
  };
  await sweepFormerAddresses();
  expect(await countAddresses()).toBe(1);
  await owner.query(
    "UPDATE former_addresses SET changed_at = now() - interval '31 days' WHERE user_id = $1",
    [id],
  );
  await sweepFormerAddresses();
  expect(await countAddresses()).toBe(0);
});

test("former addresses are deleted with the user", async () => {
  const acme = await aTenant();
  await aReceiver(acme);
  const { id } = await aUser(acme);
  await changeUser(acme, id, { email: `next-${id}@example.com` });
  await deleteUser(acme, id);
  const { rows } = await owner.query("SELECT FROM former_addresses WHERE user_id = $1", [id]);
  expect(rows).toEqual([]);
});
