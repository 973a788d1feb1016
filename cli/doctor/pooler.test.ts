import { expect, inject, test } from "vitest";
import { loadConfig } from "@/lib/kernel/config/config";
import { connectTo } from "./connection";
import { pooler } from "./pooler";

/** Returns the finding for two addresses. */
async function foundAt(databaseUrl: string, databaseDirectUrl: string) {
  const pooled = databaseUrl !== databaseDirectUrl;
  const config = { ...loadConfig(), databaseUrl, databaseDirectUrl, pooled };
  const { ask, end } = await connectTo(databaseDirectUrl, 5_000);
  try {
    if (pooler.needs === "nothing") throw new Error("it needs a database");
    return await pooler.look({ config, ask });
  } finally {
    await end();
  }
}

const { databaseDirectUrl: url } = loadConfig();

test("without a pooler, none is configured", async () => {
  expect(await foundAt(url, url)).toMatchObject({ status: "ok" });
});

test("two addresses of one database are well", async () => {
  expect(await foundAt(`${url}?other=way`, url)).toMatchObject({ status: "ok" });
});

test("a pooler that leads to another database, or nowhere, fails", async () => {
  const elsewhere = new URL(inject("testServer").adminUrl);
  expect(await foundAt(elsewhere.href, url)).toMatchObject({
    status: "failed",
    seen: "DATABASE_URL and DATABASE_DIRECT_URL lead to different databases",
  });
  elsewhere.port = "1";
  expect(await foundAt(elsewhere.href, url)).toMatchObject({
    status: "failed",
    seen: "nothing listens there",
  });
});
