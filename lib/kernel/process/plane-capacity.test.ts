import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { config } from "@/lib/kernel/config/config";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aTenant } from "@/tests/builders/a-tenant";

let open: () => void;
const opened = new Promise<void>((resolve) => {
  open = resolve;
});
const { GET } = resource({
  GET: endpoint({
    id: "wait",
    tag: "Sessions",
    summary: "Answer when the test says so",
    caller: "machine",
    scope: "sessions:validate",
    answers: { ok: answer(z.string(), "ok", "At last.") },
    handle: async ({ request, ok }) => {
      if (request.headers.get("x-slow")) await opened;
      return ok("ok");
    },
  }),
});
const ask = (token: string, headers: Record<string, string> = {}) =>
  GET(
    new Request("http://localhost/api/x", {
      headers: { ...headers, authorization: `Bearer ${token}` },
    }),
    {
      params: Promise.resolve({}),
    },
  );

let busy: string;
let calm: string;
beforeAll(async () => {
  busy = await aMachineToken(await aTenant(), ["sessions:validate"]);
  calm = await aMachineToken(await aTenant(), ["sessions:validate"]);
});

test("one tenant that fills the private plane and its queue does not keep out another", async () => {
  // Both are known by then: the tenant of an unknown bearer can't be scheduled.
  for (const token of [busy, calm]) expect((await ask(token)).status).toBe(200);
  const places = config().limits.privatePlaneInFlight;
  const flood = Array.from({ length: 2 * places + 20 }, () => ask(busy, { "x-slow": "1" }));
  await sleep(50);
  const others = Array.from({ length: 10 }, () => ask(calm));
  const unknownCallers = Array.from({ length: 10 }, () => ask("a.b.c"));
  await sleep(50);
  open();
  const statuses = (answers: Response[]) => answers.map(({ status }) => status);
  expect(statuses(await Promise.all(others))).toEqual(others.map(() => 200));
  expect(statuses(await Promise.all(unknownCallers))).toEqual(unknownCallers.map(() => 401));
  const refused = statuses(await Promise.all(flood)).filter((status) => status === 503);
  expect(refused).toHaveLength(40);
});
