import { expect, test } from "vitest";
import { configurationFinding } from "./configuration";
import { spaceFinding } from "./free-space";
import { nodeFinding } from "./node-version";
import { openFiles, openFilesFinding, parseOpenFileLimit } from "./open-files";

const GIB = 1024 ** 3;

test("a wrong setting fails, an unknown one is a warning", () => {
  expect(configurationFinding([], [])).toMatchObject({ status: "ok" });
  const wrong = configurationFinding(["PORT must be a number", "ATRIUM_BASE_URL is not a URL"], []);
  expect(wrong).toMatchObject({ status: "failed", seen: expect.stringContaining("; ATRIUM_BASE") });
  const unknown = { name: "ATRIUM_THING", nearest: "ATRIUM_MODE", misspelt: false };
  expect(configurationFinding([], [unknown])).toMatchObject({ status: "warning" });
});

test("Node has to be 24 or newer", () => {
  expect(["20.20.2", "24.0.0", "26.1.0"].map((version) => nodeFinding(version).status)).toEqual([
    ...["failed", "ok", "ok"],
  ]);
});

test("a limit of open files is judged by the soft one", async () => {
  const line = "Max open files            1048576              1048576              files     ";
  expect(parseOpenFileLimit(`Limit  Soft Limit\n${line}\n`)).toBe(1_048_576);
  expect(parseOpenFileLimit("Max open files   unlimited  unlimited files")).toBe(
    Number.POSITIVE_INFINITY,
  );
  expect(parseOpenFileLimit("")).toBeNull();
  const status = (most: number | null) => openFilesFinding(most, "").status;
  expect([256, 1024, 8192, Number.POSITIVE_INFINITY].map(status)).toEqual([
    ...["failed", "warning", "ok", "ok"],
  ]);
  expect(status(null)).toBe("skipped");
  if (openFiles.needs !== "nothing") throw new Error("unreachable: a machine needs nothing");
  expect(["ok", "warning", "failed", "skipped"]).toContain((await openFiles.look()).status);
});

test("free space is short by bytes or by its share", () => {
  const status = (free: number, size: number) => spaceFinding({ free, size, folder: "/" }).status;
  expect(status(0.1 * GIB, 10 * GIB)).toBe("failed");
  expect(status(1 * GIB, 10 * GIB)).toBe("warning");
  expect(status(20 * GIB, 1000 * GIB)).toBe("warning");
  expect(status(5 * GIB, 50 * GIB)).toBe("ok");
  const { seen, todo } = spaceFinding({ free: 0.1 * GIB, size: 10 * GIB, folder: "/srv" });
  expect(seen).toBe("102 MiB of 10.0 GiB are free (/srv)");
  expect(todo).toContain("/srv");
});
