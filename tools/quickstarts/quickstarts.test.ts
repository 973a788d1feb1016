import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { parseQuickstart } from "./parse-quickstart.mjs";

const texts = globSync("docs/quickstarts/*.md").map((file) => ({
  id: basename(file, ".md"),
  text: readFileSync(file, "utf8"),
}));
const pages = texts.filter(({ id }) => id !== "README");
const index = texts.find(({ id }) => id === "README")?.text ?? "";

test("every page is complete, and the index links to it", () => {
  expect(pages.length).toBeGreaterThan(9);
  for (const { id, text } of pages) {
    expect(() => parseQuickstart(id, text), id).not.toThrow();
    expect(index, id).toContain(`(${id}.md)`);
  }
});

test("a page uses no placeholder that the index does not explain", () => {
  const known = new Set([...index.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name));
  for (const { id, text } of pages)
    for (const [placeholder, name] of text.matchAll(/\{\{(\w+)\}\}/g))
      expect(known.has(name), `${id}: ${placeholder}`).toBe(true);
});

test("no page carries a secret: it is in the environment", () => {
  for (const { id, text } of pages)
    for (const { name, code } of parseQuickstart(id, text).files)
      if (/\{\{(client|random)_secret\}\}/.test(code))
        expect(name, id).toMatch(/(^|\/)(\.env|\.env\.local|oidc-secrets)$/);
});

describe("a page", () => {
  const whole = pages.find(({ id }) => id === "fastify")?.text ?? "";
  test.each([
    ["with a block that nothing runs", whole.replace("```js file=oidc.mjs", "```js")],
    ["with two starts", `${whole}\n\`\`\`sh start\nnode x\n\`\`\`\n`],
    ["without a redirect URI", whole.replace("| Redirect URI |", "| Redirect |")],
    ["of another type", whole.replace("| Type | confidential |", "| Type | secret |")],
  ])("%s is refused", (_, text) => {
    expect(() => parseQuickstart("fastify", text)).toThrow(/fastify\.md/);
  });
});
