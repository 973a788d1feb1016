import { afterAll, beforeAll, expect, test } from "vitest";
import { ServerProbe, type ServerState } from "@/lib/kernel/db/lookout";
import { aPair, type Pair } from "@/tests/support/replica";
import { serversFinding } from "./database-servers";

let pair: Pair;
beforeAll(async () => {
  pair = await aPair();
}, 60_000);
afterAll(() => pair.stop(), 60_000);

test("a primary with standbys that follow it is well, if it waits for one of them", async () => {
  const look = async (name: string, url: string) => {
    const lookout = new ServerProbe({ host: name, url });
    const sight: ServerState = await lookout.probe();
    lookout.disconnect();
    return { name, sight };
  };
  const first = await look("db1", pair.primary.adminUrl);
  const second = await look("db2", pair.replica.adminUrl);
  const unreachable = await look("db3", "postgres://a@127.0.0.1:9/a");
  expect(serversFinding([first, second], "db2")).toEqual({
    status: "ok",
    seen: "db1 takes changes; followers: db2",
    todo: null,
  });
  expect(serversFinding([first, second], "").status).toBe("warning");
  const away = serversFinding([first, second, unreachable], "db2");
  expect(away).toMatchObject({ status: "warning", seen: expect.stringContaining("db3") });
  expect(serversFinding([second, unreachable], "").status).toBe("failed");
  const both = serversFinding([first, { ...first, name: "db2" }], "db2");
  expect(both).toMatchObject({ status: "failed", seen: expect.stringContaining("db1 and db2") });
});
