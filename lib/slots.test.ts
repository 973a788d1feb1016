import { expect, test } from "vitest";
import { ServiceError } from "@/lib/errors";
import { Slots } from "@/lib/slots";

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

test("as much as there are slots runs at once, the queue waits, and the rest is turned away", async () => {
  const slots = new Slots(2, 1, 7);
  const { open, opened } = gate();
  let running = 0;
  const work = () =>
    slots.run(async () => {
      running += 1;
      await opened;
    });
  const accepted = [work(), work(), work()];
  const refused = await work().catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ServiceError);
  expect(refused).toMatchObject({ reason: "service_overloaded", retryAfterSeconds: 7 });
  expect(running).toBe(2);
  open();
  await Promise.all(accepted);
  expect(running).toBe(3);
});

test("work that fails frees its slot", async () => {
  const slots = new Slots(1, 0);
  await expect(slots.run(() => Promise.reject(new Error("broke")))).rejects.toThrow("broke");
  expect(await slots.run(async () => "free")).toBe("free");
});
