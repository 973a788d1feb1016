import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { integrationSnippets } from "@/app/dashboard/[tenant]/[environment]/oidc-clients/_parts/snippets/integration-snippets";
import type {
  Snippet,
  SnippetFacts,
} from "@/app/dashboard/[tenant]/[environment]/oidc-clients/_parts/snippets/snippet";

/** Runs the first file of a snippet of the dashboard, to the letter as it is shown there. */
export async function snippetModule<T>(id: Snippet["id"], facts: SnippetFacts): Promise<T> {
  const snippet = integrationSnippets(facts).find((one) => one.id === id);
  const [file] = snippet?.files ?? [];
  if (!file) throw new Error(`There is no snippet for ${id}`);
  const folder = resolve("test-results/snippets");
  mkdirSync(folder, { recursive: true });
  const extension = file.name.endsWith(".ts") ? "ts" : "mjs";
  const path = resolve(folder, `${randomUUID()}.${extension}`);
  writeFileSync(path, file.code);
  return (await import(/* @vite-ignore */ pathToFileURL(path).href)) as T;
}
