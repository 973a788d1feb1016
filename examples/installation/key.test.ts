import { chmodSync, mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadKey } from "./key";

const newFile = () => join(mkdtempSync(join(tmpdir(), "installation-")), "keys", "key.json");

test("the key is made once, in a file that only its owner may read", async () => {
  const file = newFile();
  const key = await loadKey(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(key).toMatchObject({ kty: "OKP", crv: "Ed25519", x: expect.any(String) });
  expect(await loadKey(file)).toEqual(key);
});

test("of two parallel first runs one makes the key, and the other does not replace it", async () => {
  const file = newFile();
  const runs = await Promise.allSettled([loadKey(file), loadKey(file)]);
  const made = runs.flatMap((run) => (run.status === "fulfilled" ? [run.value] : []));
  expect(made).toEqual([await loadKey(file)]);
});

test("a key that others may read is not used", async () => {
  const file = newFile();
  await loadKey(file);
  for (const mode of [0o640, 0o604, 0o644, 0o660]) {
    chmodSync(file, mode);
    await expect(loadKey(file)).rejects.toThrow(/its owner alone/);
  }
  chmodSync(file, 0o400);
  expect((await loadKey(file)).kty).toBe("OKP");
});
