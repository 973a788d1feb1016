import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import {
  integrationSnippets,
  type Snippet,
  type SnippetFacts,
} from "@/app/dashboard/[tenant]/[environment]/oidc-clients/_parts/snippets/integration-snippets";

/** Runs the first module of a snippet of the dashboard, exactly as it is shown there. */
export async function snippetModule<T>(id: Snippet["id"], facts: SnippetFacts): Promise<T> {
  const snippet = integrationSnippets(facts).find((one) => one.id === id);
  const file = snippet?.files.find(({ name }) => /\.(ts|mjs)$/.test(name));
  if (!file) throw new Error(`There is no snippet for ${id}`);
  const folder = resolve("test-results/snippets");
  mkdirSync(folder, { recursive: true });
  const extension = file.name.endsWith(".ts") ? "ts" : "mjs";
  const path = resolve(folder, `${randomUUID()}.${extension}`);
  writeFileSync(path, file.code);
  return (await import(/* @vite-ignore */ pathToFileURL(path).href)) as T;
}
