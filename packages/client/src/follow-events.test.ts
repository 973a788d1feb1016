import "@/tests/support/issuer-port";

import { setTimeout as sleep } from "node:timers/promises";
import { createAtrium, followAuditEvents } from "@atrium/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { appendEvents } from "@/lib/core/audit/audit-event-store";
import { createCredential } from "@/lib/core/credentials/create-credential";
import { readingScopes } from "@/lib/core/credentials/scopes";
import { keepSequencing } from "@/lib/features/audit-log/log/keep-sequencing";
import { noRequest } from "@/lib/kernel/caller";
import { newId } from "@/lib/kernel/ids";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { untilLogged } from "@/tests/support/logged-events";
import { aWholeService } from "@/tests/support/whole-service";

let service: Awaited<ReturnType<typeof aWholeService>>;
beforeAll(async () => {
  service = await aWholeService();
}, 120_000);
afterAll(() => service.stop());

async function aReader(acme: TestEnvironment) {
  const options = {
    name: "siem",
    purpose: "management_automation",
    scopes: [...readingScopes],
  } as const;
  const { clientId, clientSecret } = await createCredential(acme, options);
  return createAtrium({ baseUrl: service.baseUrl, clientId, clientSecret });
}

function suspensions(acme: TestEnvironment, users: readonly string[]): Promise<unknown> {
  const actor = { type: "tenant" as const, id: acme.tenantId };
  const at = new Date();
  return appendEvents(
    acme,
    users.map((id) => ({
      ...{ kind: "user.suspended" as const, actor, context: noRequest, at },
      targets: [{ type: "user", id }],
    })),
  );
}

const someUsers = (count: number) => Array.from({ length: count }, () => newId());

test("every event arrives once and in order even when answers are cut off anywhere", async () => {
  const acme = await aTenant();
  const atrium = await aReader(acme);
  const users = someUsers(2_500);
  await suspensions(acme, users);
  await untilLogged(acme);
  let answers = 0;
  const cut = async (url: string, init: RequestInit) => {
    const response = await fetch(url, init);
    answers += 1;
    if (answers > 4 || !response.body) return response;
    let left = 150_000 * answers;
    const cutting = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        controller.enqueue(piece.subarray(0, left));
        left -= piece.length;
        if (left <= 0) controller.error(new Error("the line is dead"));
      },
    });
    return new Response(response.body.pipeThrough(cutting), response);
  };
  const received: string[] = [];
  for await (const event of followAuditEvents(atrium, {
    ...{ kind: "user.suspended", once: true, fetch: cut },
  }))
    received.push(event.targets[0]?.id ?? "");
  expect(received).toEqual(users);
  expect(answers).toBeGreaterThan(3);
}, 60_000);

test("a follower receives new events, and none after it has ended", async () => {
  const acme = await aTenant();
  const atrium = await aReader(acme);
  await untilLogged(acme);
  const sequencing = keepSequencing();
  const ending = new AbortController();
  const users = someUsers(3);
  const received: string[] = [];
  const following = (async () => {
    const filter = { kind: "user.suspended", signal: ending.signal };
    for await (const event of followAuditEvents(atrium, filter)) {
      received.push(event.targets[0]?.id ?? "");
      if (received.length === users.length) ending.abort(new Error("enough"));
    }
  })();
  for (const user of users) {
    // Each arrives in a request of its own.
    await sleep(200);
    await suspensions(acme, [user]);
  }
  await expect(following).rejects.toThrow("enough");
  expect(received).toEqual(users);
  await sequencing.stop();
}, 60_000);

test("a refusal ends it immediately", async () => {
  const acme = await aTenant();
  const options = {
    name: "too little",
    purpose: "management_automation",
    scopes: ["users:read"],
  } as const;
  const { clientId, clientSecret } = await createCredential(acme, options);
  const atrium = createAtrium({ baseUrl: service.baseUrl, clientId, clientSecret });
  await expect(followAuditEvents(atrium).next()).rejects.toMatchObject({ status: 403 });
});
