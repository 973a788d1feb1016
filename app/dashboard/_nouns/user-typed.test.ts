import { beforeAll, expect, test } from "vitest";
import { userTyped } from "@/app/dashboard/_nouns/user-typed";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";

let acme: TestEnvironment;
let globex: TestEnvironment;

beforeAll(async () => {
  acme = await aTenant();
  globex = await aTenant({ name: "Globex" });
});

test("a user is meant by the address in any case, by the id, and by a name that only one has", async () => {
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
    expect(await userTyped(acme, typed)).toMatchObject({
      problems: { email: "Say who by the address: two@twins.example, one@twins.example." },
    });
  expect(await userTyped(acme, "nobody@typed.example")).toMatchObject({
    problem: "No user of this environment has this address.",
  });
});
