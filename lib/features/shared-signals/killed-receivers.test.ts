import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { appendEvents } from "@/lib/core/audit/audit-event-store";
import { createCredential } from "@/lib/core/credentials/create-credential";
import { readingScopes } from "@/lib/core/credentials/scopes";
import { createStream } from "@/lib/features/shared-signals/create-stream";
import { feedStream } from "@/lib/features/shared-signals/feed-stream";
import { pollStream } from "@/lib/features/shared-signals/poll-stream";
import { holdStream } from "@/lib/features/shared-signals/stream-store";
import { type MachineCaller, noRequest } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { newId } from "@/lib/kernel/ids";
import { aTenant } from "@/tests/builders/a-tenant";
import { untilLogged } from "@/tests/support/logged-events";

const COUNT = 400;

/** A receiver and its stream, in which a number of accounts were disabled. */
async function aFullStream(): Promise<{
  caller: MachineCaller;
  streamId: string;
  users: Set<string>;
}> {
  const acme = await aTenant();
  const settings = {
    name: "gateway",
    purpose: "management_automation",
    scopes: [...readingScopes],
  } as const;
  const { id } = await createCredential(acme, settings);
  const caller = {
    ...acme,
    credentialId: id,
    tenantPublicId: acme.publicId,
    scopes: new Set(readingScopes),
  };
  const { id: streamId } = await createStream(caller, { description: null, eventsRequested: null });
  const users = Array.from({ length: COUNT }, () => newId());
  const actor = { type: "tenant" as const, id: acme.tenantId };
  await appendEvents(
    acme,
    users.map((user) => ({
      kind: "user.suspended" as const,
      actor,
      context: noRequest,
      targets: [{ type: "user", id: user }],
      at: now(),
    })),
  );
  await untilLogged(acme);
  return { caller, streamId, users: new Set(users) };
}

function receiving(
  caller: MachineCaller,
  streamId: string,
): { child: ChildProcess; lines: string[] } {
  const { tenantId, environmentId, environmentKey, credentialId, tenantPublicId } = caller;
  const POLLING = JSON.stringify({
    caller: {
      tenantId,
      environmentId,
      environmentKey,
      credentialId,
      tenantPublicId,
      actor: caller.actor,
      context: noRequest,
    },
    streamId,
    maxEvents: 5,
  });
  const child = spawn(process.execPath, ["--import", "tsx", "tests/support/poll-endlessly.ts"], {
    env: { ...process.env, POLLING },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  let rest = "";
  child.stdout?.on("data", (data: Buffer) => {
    const parts = `${rest}${data}`.split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
  });
  return { child, lines };
}

test("concurrent receivers that are killed anywhere get every event of a stream, each as one token", async () => {
  const { caller, streamId, users } = await aFullStream();
  const receivers = Array.from({ length: 3 }, () => receiving(caller, streamId));
  const [first, second, third] = receivers;
  if (!first || !second || !third) throw new Error("unreachable");
  for (const { child, lines } of [first, second]) {
    const died = once(child, "exit");
    while (lines.length < 20 && child.exitCode === null)
      await new Promise((later) => setTimeout(later, 20));
    child.kill("SIGKILL");
    await died;
  }
  await once(third.child, "exit");
  // Tokens that the killed receivers had not acknowledged were sent to the last one, or are sent now.
  const left = await pollStream(caller, streamId, {
    maxEvents: 100,
    acknowledged: [],
    refused: [],
  });
  expect([left.tokens.size, left.moreAvailable]).toEqual([0, false]);
  const received = receivers
    .flatMap(({ lines }) => lines)
    .map((line) => line.split(" ") as [string, string]);
  expect(new Set(received.map(([, user]) => user))).toEqual(users);
  const jtisOf = new Map<string, Set<string>>();
  for (const [jti, user] of received) jtisOf.set(user, (jtisOf.get(user) ?? new Set()).add(jti));
  expect([...jtisOf.values()].every((jtis) => jtis.size === 1)).toBe(true);
}, 120_000);

test("a poll that crashes before it commits has read nothing", async () => {
  const { caller, streamId } = await aFullStream();
  await expect(
    inTransaction(caller, async (db) => {
      const stream = await holdStream(db, caller.credentialId, streamId);
      if (!stream) throw new Error("there is no stream");
      expect((await feedStream(db, stream, 10, now())).position).toBeGreaterThan(stream.position);
      throw new Error("died");
    }),
  ).rejects.toThrow("died");
  const polled = await pollStream(caller, streamId, {
    maxEvents: 100,
    acknowledged: [],
    refused: [],
  });
  expect(polled.tokens.size).toBe(100);
});
