import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Installation } from "@atrium/client/installation";

/** Takes part in the running campaigns, and reports each one's progress. One that was interrupted or failed
 *  is tried again by the next run, as long as the campaign runs.
 *  @param apply makes this installation run a version, or throws
 *  @returns lines to print */
export async function participate(
  installation: Installation,
  apply: (version: string) => void | Promise<void>,
): Promise<string[]> {
  const { campaigns } = await installation.call("GET /api/v1/installations/self/campaigns");
  const lines: string[] = [];
  for (const campaign of campaigns.filter(({ progress }) => progress !== "succeeded")) {
    const report = (
      progress: "in_progress" | "succeeded" | "failed",
      detail: string | null = null,
    ) =>
      installation.call("POST /api/v1/installations/self/campaigns/{id}/progress", {
        path: { id: campaign.id },
        body: { progress, detail },
      });
    await report("in_progress");
    const failure = await failureOf(() => apply(campaign.target_version));
    await report(failure === null ? "succeeded" : "failed", failure);
    const outcome = failure === null ? `runs ${campaign.target_version}` : `failed: ${failure}`;
    lines.push(`${campaign.name}: ${outcome}`);
  }
  return lines;
}

/** Returns an error's message as a line for the person who watches the campaign; null after success. */
async function failureOf(work: () => void | Promise<void>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    const why = error instanceof Error ? error.message : "";
    return (
      why
        .replace(/\p{Cc}/gu, " ")
        .trim()
        .slice(0, 500) || "it failed without a word"
    );
  }
}

/** Stands for the product's own update: records the version that runs here from now on. */
export function installVersion(file: string, version: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${version}\n`);
}
