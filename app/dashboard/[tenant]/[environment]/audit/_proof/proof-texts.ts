import type { Catalog } from "@/app/dashboard/_words/catalogs";

/** Texts of a verification in the browser. */
export type ProofTexts = Pick<
  Catalog["proof"],
  "verify" | "outcomes" | "verdicts" | "parts" | "steps"
>;

/** Returns the texts that a browser needs for a verification. */
export function proofTexts({
  verify,
  outcomes,
  verdicts,
  parts,
  steps,
}: Catalog["proof"]): ProofTexts {
  return { verify, outcomes, verdicts, parts, steps };
}
