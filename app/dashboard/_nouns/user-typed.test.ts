import { beforeAll, expect, test } from "vitest";
import { userTyped } from "@/app/dashboard/_nouns/user-typed";
import { translateDeferred } from "@/app/dashboard/_words/later";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";

let acme: TestEnvironment;
let globex: TestEnvironment;

/** Returns the message for a typed text. */
async function problem(typed: string): Promise<string> {
  const found = await userTyped(acme, typed);
  return "problems" in found ? translateDeferred(found.problems.email, "en") : "";
}

beforeAll(async () => {
  acme = await aTenant();
  globex = await aTenant({ name: "Globex" });
});

test("a user is found by the address in any case, by the id, and by a name that only one has", async () => {
  const user = await aUser(acme, {
    email: "ada@typed.example",
    displayName: "Ada",
    password: null,
  });
  for (const typed of ["ADA@typed.example", user.id, "ada"])
    expect(await userTyped(acme, typed), typed).toMatchObject({ id: user.id });
  expect(await userTyped(globex, user.id)).toHaveProperty("problem");
});

test("a name of two, or a part of one, is answered with the addresses that may be meant", async () => {
  for (const email of ["one@twins.example", "two@twins.example"])
    await aUser(acme, { email, displayName: "Twin Sister", password: null });
  for (const typed of ["twin sister", "twins.exa"])
    expect(await problem(typed), typed).toBe(
      "Enter the email address of the user: two@twins.example or one@twins.example.",
    );
  expect(await problem("nobody@typed.example")).toBe(
    "No user in this environment has this email address.",
  );
});
