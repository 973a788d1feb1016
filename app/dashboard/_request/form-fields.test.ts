import { expect, test } from "vitest";
import { z } from "zod";
import { fieldsOf, typedIn, typedWithoutConfirmation } from "@/app/dashboard/_request/form-fields";

function form(...entries: [string, string][]): FormData {
  const data = new FormData();
  for (const [name, value] of entries) data.append(name, value);
  return data;
}

const schema = z.object({
  name: z.string(),
  scopes: z.array(z.string()).min(1),
  apps: z.array(z.string()).optional(),
});

test("several fields of one name are a list where the schema asks for one, also of one or none", () => {
  expect(fieldsOf(form(["name", "a"], ["scopes", "x"], ["scopes", "y"]), schema)).toEqual({
    name: "a",
    scopes: ["x", "y"],
    apps: [],
  });
  expect(fieldsOf(form(["scopes", "x"]), schema)).toEqual({ scopes: ["x"], apps: [] });
  expect(schema.safeParse(fieldsOf(form(["name", "a"]), schema)).success).toBe(false);
});

test("the first of several counts where one is expected", () => {
  expect(fieldsOf(form(["name", "a"], ["name", "b"]), schema)).toMatchObject({ name: "a" });
});

test("typed texts come back, but no proof and none of React's own fields", () => {
  const typed = typedWithoutConfirmation(
    form(["name", "Ada"], ["scopes", "x"], ["scopes", "y"], ["newPassword", "p"], ["code", "1"]),
  );
  expect(typed).toEqual({ name: "Ada", scopes: "x\ny" });
  const policy = typedWithoutConfirmation(form(["passwordMinLength", "12"]));
  expect(policy).toEqual({ passwordMinLength: "12" });
  expect(typedWithoutConfirmation(form(["$ACTION_REF_1", ""], ["confirmation", "Acme"]))).toEqual({
    confirmation: "",
  });
});

test("a form that a question interrupted retains the confirmation's word, and no proof", () => {
  const sent = form(["confirmation", "Acme"], ["proof-password", "p"], ["proof-wish", "cancel"]);
  expect(typedIn(sent)).toEqual({ confirmation: "Acme" });
});
