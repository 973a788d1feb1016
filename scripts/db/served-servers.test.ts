import { expect, test } from "vitest";
import type { Ask } from "@/lib/kernel/db/ask";
import { refuseOldServer } from "./served-servers";

const says =
  (number: number, version: string): Ask =>
  async <Row extends object>() =>
    [{ number, version }] as unknown as Row[];

test("a server that is older than the oldest one served is refused by its version", async () => {
  await expect(refuseOldServer(says(150_018, "15.18"))).rejects.toThrow(
    "Atrium needs PostgreSQL 16, 17 or 18; this server is 15.18.",
  );
});

test.each([160_000, 170_010, 180_004, 190_000])(
  "a server of version %i is taken",
  async (number) => {
    await expect(refuseOldServer(says(number, "that"))).resolves.toBeUndefined();
  },
);
