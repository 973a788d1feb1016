import { expect, test } from "vitest";
import type { Ask } from "@/lib/kernel/db/ask";
import { assertSupportedServer } from "./served-servers";

const says =
  (number: number, version: string): Ask =>
  async <Row extends object>() =>
    [{ number, version }] as unknown as Row[];

test("a server older than the oldest supported one is refused by its version", async () => {
  await expect(assertSupportedServer(says(150_018, "15.18"))).rejects.toThrow(
    "Atrium needs PostgreSQL 16, 17 or 18; this server is 15.18.",
  );
});

test.each([160_000, 170_010, 180_004, 190_000])(
  "a server of version %i is accepted",
  async (number) => {
    await expect(assertSupportedServer(says(number, "that"))).resolves.toBeUndefined();
  },
);
